import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createLocalHost } from '@hostspec/local-host';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { globTree } from './glob-tree.js';
import { readArchived } from './source.js';
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
  expect(await textAt(tree, '/etc/circle')).toBeUndefined();
  expect(await textAt(tree, '/etc/../../etc/real')).toBe('real');
  expect(await textAt(tree, '/etc/real/below')).toBeUndefined();
  expect(tree.has('/etc/dangling')).toBe(true);
  expect(tree.has('/etc/none')).toBe(false);
});

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tree-'));
});
afterEach(() => rmSync(root, { recursive: true }));

test('a hidden name matches only a pattern that begins with a dot', () => {
  const tree = createTree(archiveOf({ 'etc/.b.conf': '', 'etc/b.conf': '' }));
  expect(globTree('/etc/[!a]*', tree)).toEqual(['/etc/b.conf']);
  expect(globTree('/etc/?b.conf', tree)).toEqual([]);
});

test('patterns match in an archive what they match in a directory', async () => {
  const files = [
    'etc/a.conf',
    'etc/b.conf',
    'etc/.hidden.conf',
    'etc/.dir/x.conf',
    'etc/sub/c.conf',
    'etc/[x].conf',
    'etc/{a,b}.conf',
    'etc/!a.conf',
    'etc/a b.conf',
    'etc/a+(b).conf',
    'etc/é.conf',
    'var/log/1/errors',
    'var/log/2/errors.1',
    'var/log/2/errors.d/x',
  ];
  const links = { 'etc/link.conf': 'a.conf', 'etc/dangling.conf': 'nothing', 'etc/dirlink': 'sub' };
  const inTree = Object.fromEntries(Object.entries(links).map(([path, target]) => [path, `etc/${target}`]));
  for (const path of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), path);
  }
  for (const [path, target] of Object.entries(links)) symlinkSync(target, join(root, path));
  const tree = createTree(
    archiveOf(Object.fromEntries(files.map((path) => [path, path])), { links: inTree }),
  );
  const live = createLocalHost({ root });
  const patterns = [
    '/etc/*.conf',
    'etc/*',
    '/etc/?.conf',
    '/etc/[ab].conf',
    '/etc/[!a].conf',
    '/etc/[[]x].conf',
    '/etc/.*',
    '/etc/.h*',
    '/etc/*/*.conf',
    '/etc/.dir/*',
    '/etc/{a,b}.conf',
    '/etc/!a.conf',
    '/etc/a+(b).conf',
    '/etc/a.conf',
    '/etc/none.conf',
    '/var/log/*/errors*',
    '/*/sub/../*.conf',
    '/etc/sub',
    '/etc/dangling.conf',
    '/etc/dirlink/*',
    '/et[c/a.conf',
  ];
  for (const pattern of patterns)
    expect([pattern, globTree(pattern, tree)]).toEqual([pattern, (await live.glob([pattern])).paths]);
});
