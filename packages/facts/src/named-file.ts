import { type Host, type NamedElement, namedBy } from '@hostspec/spec';

/**
 * A file that a configuration names, for a program that reads it, with the account that decides on the configuration.
 * Undefined if it is not an absolute path, such as a URL, or leads to something other than a regular file.
 */
export async function namedFile(
  host: Host,
  path: string,
  configuration: string,
): Promise<string | NamedElement | undefined> {
  if (!path.startsWith('/')) return undefined;
  const facts = await host.stat(path);
  if (facts !== undefined && facts.kind !== 'file') return undefined;
  return namedBy(await host.controller?.(configuration), path);
}
