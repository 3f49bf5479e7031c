import { below, type MakeLayout } from './layout.js';
import { createTree } from './tree.js';

/** A root file system in an archive, at its top or below one directory: files only. */
export const rootLayout: MakeLayout = async (source) => {
  const [path] = source.files.keys();
  const first = path?.includes('/') ? path.slice(0, path.indexOf('/')) : '';
  const top = ['', first].find((place) => holds(source.files, `${below(place, 'etc')}/`));
  if (top === undefined) return undefined;
  return { tree: createTree(source, top), output: () => undefined, hadProgram: () => undefined };
};

function holds(files: ReadonlyMap<string, unknown>, prefix: string): boolean {
  for (const path of files.keys()) if (path.startsWith(prefix)) return true;
  return false;
}
