import { HostspecError, normalize } from '@hostspec/spec';
/** The longest path that Linux accepts. */
export const longestPath = 4096;
const maxLinks = 40;
const maxDirectories = 500000;
/** Makes the tree of files and links by path from its root. @throws HostspecError `INVALID_ARCHIVE` for too many directories. */
export function createTree({ path: archive, files, links }) {
  const directories = new Map([['/', new Set()]]);
  const add = (path) => {
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
  const resolve = (path) => {
    if (path.length > longestPath) return undefined;
    const rest = names(path);
    let current = '';
    let followed = 0;
    for (let name = rest.shift(); name !== undefined; name = rest.shift()) {
      const target = links.get(`${current}/${name}`.slice(1));
      if (target === undefined) {
        current = `${current}/${name}`;
        continue;
      }
      if (++followed > maxLinks) return undefined;
      current = '';
      rest.unshift(...names(target));
    }
    return current || '/';
  };
  return {
    find(path) {
      const place = resolve(normalize(path));
      if (place === undefined) return undefined;
      const file = files.get(place.slice(1));
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
function names(path) {
  return path.split('/').filter((name) => name !== '' && name !== '.');
}
