import { normalize } from '../live/locate.js';
import type { ArchivedFile, ArchiveSource } from './source.js';

/** What stands in a tree. */
export type Entry =
  | { readonly kind: 'file'; readonly file: ArchivedFile }
  | { readonly kind: 'directory'; readonly names: ReadonlySet<string> };

/** The files of an archive as a file system of their own: links lead nowhere else. */
export interface Tree {
  /** What a path leads to, links followed; undefined where there is nothing, or only links in a circle. */
  find(path: string): Entry | undefined;
  /** Whether something stands at the path, be it a link to nothing. */
  has(path: string): boolean;
}

const maxLinks = 40;

/** Makes the tree of the files below a directory of an archive, which becomes its root; `''` for the archive's top. */
export function createTree({ files, links }: Pick<ArchiveSource, 'files' | 'links'>, top: string): Tree {
  const prefix = top === '' ? '' : `${top}/`;
  const inside = (path: string): string | undefined =>
    path.startsWith(prefix) ? `/${path.slice(prefix.length)}` : undefined;
  const byPath = new Map<string, ArchivedFile>();
  const targets = new Map<string, string>();
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
    add(parent);
  };

  for (const [path, file] of files) {
    const place = inside(path);
    if (place === undefined) continue;
    byPath.set(place, file);
    add(place);
  }
  for (const [path, { target, hard }] of links) {
    const place = inside(path);
    const leads = hard ? inside(target) : target;
    if (place === undefined || leads === undefined) continue;
    targets.set(place, leads);
    add(place);
  }

  const resolve = (path: string): string | undefined => {
    const rest = names(path);
    let current = '';
    let followed = 0;
    for (let name = rest.shift(); name !== undefined; name = rest.shift()) {
      if (name === '..') {
        current = current.slice(0, Math.max(current.lastIndexOf('/'), 0));
        continue;
      }
      const target = targets.get(`${current}/${name}`);
      if (target === undefined) {
        current = `${current}/${name}`;
        continue;
      }
      if (++followed > maxLinks) return undefined;
      if (target.startsWith('/')) current = '';
      rest.unshift(...names(target));
    }
    return current || '/';
  };

  return {
    find(path) {
      const place = resolve(normalize(path));
      if (place === undefined) return undefined;
      const file = byPath.get(place);
      if (file) return { kind: 'file', file };
      const listed = directories.get(place);
      return listed && { kind: 'directory', names: listed };
    },
    has(path) {
      const place = normalize(path);
      const parent = resolve(place.slice(0, place.lastIndexOf('/')) || '/');
      return (
        parent !== undefined && directories.get(parent)?.has(place.slice(place.lastIndexOf('/') + 1)) === true
      );
    },
  };
}

function names(path: string): string[] {
  return path.split('/').filter((name) => name !== '' && name !== '.');
}
