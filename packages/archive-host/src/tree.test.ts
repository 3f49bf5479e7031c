import { expect, test } from 'vitest';
import { readArchived } from './opened-archive.js';
import { archiveOf } from './testing/archive-of.js';
import { createTree, type Tree } from './tree.js';

const textAt = async (tree: Tree, path: string): Promise<string | undefined> => {
  const entry = tree.find(path);
  return entry?.kind === 'file' ? (await readArchived(entry.file)).toString() : entry?.kind;
};

test('links are followed, to files and through directories', async () => {
  const tree = createTree(
    archiveOf(
      { 'etc/real': 'real', 'lib/deep/file': 'deep' },
      {
        links: {
          'etc/link': 'etc/real',
          'etc/second': 'etc/link',
          usr: 'lib',
          'etc/through': 'usr/deep/file',
          'etc/circle': 'etc/circle',
          'etc/dangling': 'etc/nothing',
          'etc/top': '',
        },
      },
    ),
  );
  expect(await textAt(tree, '/etc/second')).toBe('real');
  expect(await textAt(tree, 'etc/through')).toBe('deep');
  expect(await textAt(tree, '/usr/deep/file')).toBe('deep');
  expect(await textAt(tree, '/usr')).toBe('directory');
  expect(await textAt(tree, '/etc/top/etc/real')).toBe('real');
  expect(() => tree.find('/etc/circle')).toThrow('/etc/circle: too many symbolic links');
  expect(await textAt(tree, '/etc/../../etc/real')).toBe('real');
  expect(await textAt(tree, '/etc/real/below')).toBeUndefined();
  expect(await textAt(tree, '/etc/dangling')).toBeUndefined();
});
