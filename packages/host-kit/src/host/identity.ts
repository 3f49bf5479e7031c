import { type ArchivedRun, type Host, type HostIdentity, readText } from '@hostspec/spec';
import { defined } from '../content/objects.js';

const machineIdFile = '/etc/machine-id';
const bootIdFile = '/proc/sys/kernel/random/boot_id';

/** The files that `identityOf` reads. */
export const identityFiles: readonly string[] = [machineIdFile, bootIdFile];

interface Identified extends Pick<Host, 'readFile' | 'executes'> {
  readonly archived?: ArchivedRun;
}

/**
 * What tells a host from others, as far as it is known; an archive's own word counts first. `isDenied` says which of the files must not
 * be read.
 */
export async function identityOf(
  host: Identified,
  isDenied: (path: string) => boolean = () => false,
): Promise<HostIdentity> {
  const { archived, executes } = host;
  const known = async (path: string, recorded: string | undefined, form: RegExp) => {
    if (isDenied(path)) return undefined;
    if (recorded !== undefined) return recorded;
    const text = (await readText(host, path, { maxBytes: longest }))?.trim();
    return text !== undefined && form.test(text) ? text : undefined;
  };
  const [machineId, bootId] = await Promise.all([
    known(machineIdFile, archived?.machineId, /^[0-9a-f]{32}$/),
    // Below another root there may be the /proc of this machine.
    executes || archived ? known(bootIdFile, archived?.bootId, /^[0-9a-f-]{36}$/) : undefined,
  ]);
  return defined({ target: archived?.target, machineId, bootId });
}

const longest = 100;

/** The first place of os-release, below the root. It shows the brand of a host: a plan reads it first. */
export const releaseFile = 'etc/os-release';

/** The text of a host's os-release, from either of its places; undefined if it has none. */
export async function readRelease(host: Host): Promise<string | undefined> {
  return (await readText(host, releaseFile)) ?? readText(host, '/usr/lib/os-release');
}

/** The name in a host's `/etc/hostname`, which may have comments; `otherwise` if there is none. */
export async function storedHostname(host: Pick<Host, 'readFile'>, otherwise = 'localhost'): Promise<string> {
  try {
    const text = new TextDecoder().decode(await host.readFile('/etc/hostname'));
    return /^[ \t]*([^#\s]\S*)/m.exec(text)?.[1] ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** A boot in the journal. Times are those of the host's clock, such as `2026-11-20 14:00:01`. */
export interface RecordedBoot {
  /** 0 for the current one, -1 for the one before. */
  readonly number: string;
  readonly id: string;
  readonly first: string;
  readonly last: string;
}

/** The boot in a line of `journalctl --list-boots`; undefined if it has none. */
export function recordedBoot(line: string): RecordedBoot | undefined {
  const [, number, id] = /^\s*(-?\d+) ([0-9a-f]{32}) /.exec(line) ?? [];
  const [first, last] = line.match(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g) ?? [];
  if (number === undefined || id === undefined || first === undefined || last === undefined) return undefined;
  return { number, id, first, last };
}
