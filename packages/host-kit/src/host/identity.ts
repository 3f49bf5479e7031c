import { type ArchivedRun, type Host, type HostIdentity, readText } from '@hostspec/spec';
import { defined } from '../content/defined.js';

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
