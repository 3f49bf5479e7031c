import type { Archive } from '@hostspec/archive';
import { defined } from '@hostspec/host-kit';

/** Whose archive it is. */
export interface HostIdentity {
  readonly hostname?: string;
  readonly machineId?: string;
}

/** Whose archive it is, if the archive says so. */
export async function hostOf(archive: Archive): Promise<HostIdentity> {
  const hostname = archive.manifest?.hostname ?? (await lineOf(archive, hostnameFiles));
  const machineId = await lineOf(archive, ['etc/machine-id']);
  return defined({ hostname, machineId });
}

/** The ways in which two archives are of different hosts, as sentences. */
export function hostDifferences(before: HostIdentity, after: HostIdentity): string[] {
  const found: string[] = [];
  if (
    before.hostname !== undefined &&
    after.hostname !== undefined &&
    !isSame(before.hostname, after.hostname)
  )
    found.push(`the host names are ${before.hostname} and ${after.hostname}`);
  if (before.machineId !== undefined && after.machineId !== undefined && before.machineId !== after.machineId)
    found.push(`the machine ids are ${before.machineId} and ${after.machineId}`);
  return found;
}

const hostnameFiles = ['insights_commands/hostname', 'insights_commands/hostname_-f', 'etc/hostname'];
const longest = 4096;

async function lineOf(archive: Archive, paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths) {
    const file = archive.find(path);
    if (!file || file.bytes > longest) continue;
    const line = new TextDecoder().decode(await file.read()).trim();
    if (line !== '') return line;
  }
  return undefined;
}

/** A name with its domain and the same name without it are of one host. */
function isSame(a: string, b: string): boolean {
  const [one, other] = [a.toLowerCase(), b.toLowerCase()];
  return one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`);
}
