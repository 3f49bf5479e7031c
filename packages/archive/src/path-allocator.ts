import { fitName } from './archive-name.js';

/** Gives every item a path of its own: no two share one, and no file's path is another's directory. */
export interface PathAllocator {
  /** A free path for these components, with `~2`, `~3` … if the wanted one is taken. */
  allocate(names: readonly string[]): string;
  /** Frees a path that was allocated. */
  release(path: string): void;
}

/** Makes an allocator that never gives a file the path of one of `directories`. */
export function pathAllocator(directories: readonly string[] = []): PathAllocator {
  const files = new Set<string>();
  const parents = new Set<string>(directories);
  const renamed = new Map<string, string>();
  const next = new Map<string, number>();

  const free = (parent: string, name: string, isFree: (path: string) => boolean): string => {
    const wanted = parent + name;
    if (isFree(wanted)) return wanted;
    for (let number = next.get(wanted) ?? 2; ; number++) {
      const path = parent + fitName(name, `~${number}`);
      if (!isFree(path)) continue;
      next.set(wanted, number + 1);
      return path;
    }
  };

  const directory = (parent: string, name: string): string => {
    const wanted = parent + name;
    const known = parents.has(wanted) ? wanted : renamed.get(wanted);
    if (known !== undefined) return known;
    const path = free(parent, name, (candidate) => !files.has(candidate));
    parents.add(path);
    if (path !== wanted) renamed.set(wanted, path);
    return path;
  };

  return {
    allocate(names) {
      let parent = '';
      for (const name of names.slice(0, -1)) parent = `${directory(parent, name)}/`;
      const path = free(
        parent,
        names.at(-1) ?? '_',
        (candidate) => !files.has(candidate) && !parents.has(candidate),
      );
      files.add(path);
      return path;
    },
    release: (path) => void files.delete(path),
  };
}
