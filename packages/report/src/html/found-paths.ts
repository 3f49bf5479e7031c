import type { Archive } from '@hostspec/archive';
import { mangleCommand } from '@hostspec/host-kit';
import { places } from '../summary/sources.js';

/** The files that the summary's specs have in an archive without outcomes, by name of spec. */
export function foundPaths({ files }: Archive): Readonly<Record<string, string>> {
  const byName = new Map<string, string>();
  for (const path of files.keys()) byName.set(path.slice(path.lastIndexOf('/') + 1), path);
  const found: Record<string, string> = {};
  for (const [spec, all] of Object.entries(places))
    for (const place of all) {
      const path =
        'command' in place
          ? byName.get(mangleCommand(place.command))
          : 'file' in place
            ? place.file.slice(1)
            : undefined;
      if (path !== undefined && files.has(path)) found[spec] ??= path;
    }
  return found;
}
