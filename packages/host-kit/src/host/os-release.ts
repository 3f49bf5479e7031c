import { brandFile, type Host, readText } from '@hostspec/spec';

/** The text of a host's os-release, from either of its places; undefined if it has none. */
export async function readRelease(host: Host): Promise<string | undefined> {
  return (await readText(host, brandFile)) ?? readText(host, '/usr/lib/os-release');
}
