import { h } from './dom.js';
import { counted } from './text.js';

/** A directory of a tree: what is in it, by name. */
interface Directory<T> {
  readonly directories: Map<string, Directory<T>>;
  readonly files: { readonly name: string; readonly file: T }[];
}

/** A path from a stranger may have thousands of levels, and so many nested boxes can crash the page. */
const deepest = 16;

/** Items of a list for files by path: a directory opens and closes, and says how many files are below it. */
export function fileTree<T extends { readonly name: string }>(
  files: readonly T[],
  isOpen: boolean,
  row: (file: T, name: string) => HTMLElement,
): HTMLElement[] {
  const itemsOf = ({ directories, files }: Directory<T>, path: string): HTMLElement[] => [
    ...[...directories].map(([name, directory]) => {
      const [words, inner] = withOnly(name, directory);
      return h(
        'li',
        {},
        h(
          'details',
          { 'data-directory': `${path}${words}/`, ...(isOpen && { open: '' }) },
          h('summary', {}, `${words}/ `, h('span', { class: 'number' }, counted(countOf(inner), 'file'))),
          h('ul', {}, ...itemsOf(inner, `${path}${words}/`)),
        ),
      );
    }),
    ...files.map(({ name, file }) => row(file, name)),
  ];
  return itemsOf(treeOf(files), '');
}

function treeOf<T extends { readonly name: string }>(files: readonly T[]): Directory<T> {
  const root: Directory<T> = { directories: new Map(), files: [] };
  for (const file of files) {
    const parts = file.name.split('/');
    const above = parts.slice(0, Math.min(parts.length - 1, deepest));
    const name = parts.slice(above.length).join('/');
    let directory = root;
    for (const part of above) {
      const next = directory.directories.get(part) ?? { directories: new Map(), files: [] };
      directory.directories.set(part, next);
      directory = next;
    }
    directory.files.push({ name, file });
  }
  return root;
}

/** A directory with nothing but a directory is one with it. */
function withOnly<T>(name: string, directory: Directory<T>): [name: string, directory: Directory<T>] {
  let [words, inner] = [name, directory];
  while (inner.files.length === 0 && inner.directories.size === 1)
    for (const [next, below] of inner.directories) [words, inner] = [`${words}/${next}`, below];
  return [words, inner];
}

function countOf<T>({ directories, files }: Directory<T>): number {
  let count = files.length;
  for (const directory of directories.values()) count += countOf(directory);
  return count;
}
