import { type RecordedBoot, recordedBoot, usageError } from '@hostspec/host-kit';
import { type Host, readText, runLines } from '@hostspec/spec';
import type { OptionName } from '../plan/restrictions.js';
import type { Window } from './window.js';

const mostNamed = 5;

/** The window of a boot: from its first message to its last. @throws UsageError if the host does not know the boot. */
export async function bootWindow(host: Host, boot: string, nameOf: OptionName): Promise<Window> {
  const asked = `${nameOf('boot')} ${boot}`;
  const boots = await bootsOf(host);
  const found = boots.find(({ number, id }) => number === boot || id === boot);
  // The journal may have lost the beginning of the current boot, and the current boot has no end.
  if (boot === '0' || found?.number === '0') {
    const first = (await startOfKernel(host)) ?? (found && timeOf(found.first));
    if (first !== undefined) return { since: first, asked };
  }
  if (found) return { since: timeOf(found.first), until: timeOf(found.last) + 999, asked };
  const numbers = boots.map(({ number }) => number);
  const known = !host.executes
    ? 'its journal is not read, because it is not the running machine'
    : numbers.length === 0
      ? 'its journal names no boot'
      : `its journal has ${numbers.length > mostNamed ? `${numbers.length} boots, from ${numbers[0]} to ${numbers.at(-1)}` : numbers.join(', ')}`;
  throw usageError(
    `${asked} is not a boot that the host knows: ${known}; give a window by ${nameOf('since')} and ${nameOf('until')} instead`,
    nameOf('boot'),
    boot,
  );
}

/** The boots of the journal, the oldest first. Their times are UTC. */
async function bootsOf(host: Host): Promise<readonly RecordedBoot[]> {
  const argv = ['/usr/bin/journalctl', '-q', '--no-pager', '--list-boots'];
  const lines = (host.executes && (await runLines(host, argv, { env: { TZ: 'UTC' } }))) || [];
  return lines.flatMap((line) => recordedBoot(line) ?? []);
}

const timeOf = (text: string): number => Date.parse(`${text.replace(' ', 'T')}Z`);

async function startOfKernel(host: Host): Promise<number | undefined> {
  if (!host.executes) return undefined;
  const seconds = /^btime (\d+)$/m.exec((await readText(host, '/proc/stat')) ?? '')?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}
