import { defined } from '@hostspec/host-kit';
import { type Host, readText, runLines } from '@hostspec/spec';
import { fact } from './fact.js';

/** The names of a host; unknown ones are absent. */
export interface HostNames {
  /** The name with domain, from `/bin/hostname -f`. */
  readonly full?: string;
  /** The kernel's host name, from `/bin/hostname`, else from `/proc/sys/kernel/hostname` or `/etc/hostname`. */
  readonly default?: string;
  /** Up to the first dot, from `/bin/hostname -s`. */
  readonly short?: string;
}

/** The names of the host. */
export const hostNames = fact(async (host): Promise<HostNames> => {
  const [full, printed, short] = await Promise.all([
    nameFrom(host, '/bin/hostname -f'),
    nameFrom(host, '/bin/hostname'),
    nameFrom(host, '/bin/hostname -s'),
  ]);
  const kernel =
    printed ?? (await nameIn(host, '/proc/sys/kernel/hostname')) ?? (await nameIn(host, '/etc/hostname'));
  return defined({ full, default: kernel, short });
});

async function nameFrom(host: Host, command: string): Promise<string | undefined> {
  return oneName((await runLines(host, command)) ?? []);
}

async function nameIn(host: Host, path: string): Promise<string | undefined> {
  return oneName(((await readText(host, path)) ?? '').split('\n'));
}

function oneName(lines: readonly string[]): string | undefined {
  const names = lines.map((line) => line.trim()).filter((line) => /^[^\s#/]+$/.test(line));
  return names[0];
}
