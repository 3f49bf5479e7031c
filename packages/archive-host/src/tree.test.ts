import { expect, test } from 'vitest';
import { createArchiveHost } from './host.js';
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

test('an archive with too many directories is refused', async () => {
  const paths = Array.from({ length: 10_100 }, (_, index) => `${index}${'/a'.repeat(50)}`);
  const links = Object.fromEntries(paths.map((path) => [path, 'etc/hosts']));
  await expect(createArchiveHost(archiveOf({ 'etc/hosts': '' }, { links }))).rejects.toMatchObject({
    code: 'INVALID_ARCHIVE',
    message: 'cannot read /tmp/archive.tar.gz: it has more than 500000 directories',
    subject: '/tmp/archive.tar.gz',
  });
});

test('a path that is longer than any on Linux leads nowhere', async () => {
  const [name, tooLong] = ['a'.repeat(4095), 'a'.repeat(4096)];
  const tree = createTree(archiveOf({ [name]: 'long', [tooLong]: 'too long' }));
  expect(await textAt(tree, `/${name}`)).toBe('long');
  expect(tree.find(`/${tooLong}`)).toBeUndefined();
});

test('a link in a circle leads nowhere, as on its host', async () => {
  const host = await createArchiveHost(archiveOf({ 'etc/a': 'A' }, { links: { 'etc/b': 'etc/b' } }));
  expect(await host.stat('/etc/b')).toBeUndefined();
  expect((await host.glob(['/etc/*'])).paths).toEqual(['/etc/a', '/etc/b']);
  expect((await host.glob(['/etc/*/*'])).paths).toEqual([]);
  await expect(host.readFile('/etc/b')).rejects.toThrow('/etc/b: too many symbolic links');
});
