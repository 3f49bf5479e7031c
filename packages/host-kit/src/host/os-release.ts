import { type Host, readText } from '@hostspec/spec';

/** The first place of os-release, below the root. It shows the brand of a host: a plan reads it first. */
export const releaseFile = 'etc/os-release';

/** The text of a host's os-release, from either of its places; undefined if it has none. */
export async function readRelease(host: Host): Promise<string | undefined> {
  return (await readText(host, releaseFile)) ?? readText(host, '/usr/lib/os-release');
}
