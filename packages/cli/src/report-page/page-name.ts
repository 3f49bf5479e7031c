import { type Archive, encodeName } from '@hostspec/archive';
import type { CollectingHost } from '@hostspec/spec';

const longestHostname = 64;

/** The name of a page's file, after the host of an archive. */
export async function pageName({ manifest }: Archive, host: CollectingHost, ending: string): Promise<string> {
  const name = manifest?.hostname ?? (await host.hostname());
  // A stranger's archive has any name; a file whose name begins with a dot or a dash surprises.
  const file = encodeName(name.replace(/^[.-]+/, '')).slice(0, longestHostname);
  return `${file || 'host'}${ending}`;
}
