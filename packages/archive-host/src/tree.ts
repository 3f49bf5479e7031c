import { longestPath, resolveLinks } from '@hostspec/host-kit';
import { HostspecError } from '@hostspec/spec';
import type { ArchivedFile, OpenedArchive } from './opened-archive.js';

/** What is at a path, with the path that links lead to. */
type Entry = { readonly place: string } & (
  | { readonly kind: 'file'; readonly file: ArchivedFile }
  | { readonly kind: 'directory'; readonly names: ReadonlySet<string> }
);

/** The files of an archive as a file system. */
export interface Tree {
  /** The entry at a path; undefined if there is none. Follows links. @throws HostError for links in a circle, or NUL. */
  find(path: string): Entry | undefined;
}

const maxDirectories = 500_000;

/** Creates the tree of files and links. @throws HostspecError `INVALID_ARCHIVE` for too many directories. */
export function createTree({
  path: archive,
  files,
  links,
}: Pick<OpenedArchive, 'path' | 'files' | 'links'>): Tree {
  const directories = new Map<string, Set<string>>([['/', new Set()]]);

  const add = (path: string): void => {
    const parent = path.slice(0, path.lastIndexOf('/')) || '/';
    const name = path.slice(path.lastIndexOf('/') + 1);
    const names = directories.get(parent);
    if (names) {
      names.add(name);
      return;
    }
    directories.set(parent, new Set([name]));
    if (directories.size > maxDirectories)
      throw new HostspecError(
        'INVALID_ARCHIVE',
        `cannot read ${archive}: it has more than ${maxDirectories} directories`,
        { subject: archive },
      );
    add(parent);
  };

  for (const path of [...files.keys(), ...links.keys()]) add(`/${path}`);

  const resolve = (path: string): string => resolveLinks(path, linkAt).path;

  const linkAt = (path: string): string | undefined => {
    const target = links.get(path.slice(1));
    return target === undefined ? undefined : `/${target}`;
  };

  return {
    find(path) {
      if (path.length > longestPath) return undefined;
      const place = resolve(path);
      const file = files.get(place.slice(1));
      if (file) return { place, kind: 'file', file };
      const listed = directories.get(place);
      return listed && { place, kind: 'directory', names: listed };
    },
  };
}
