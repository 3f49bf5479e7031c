import { closeSync, mkdirSync, openSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { ancestorsOf, deepestFirst, entriesBelow } from './disk.js';
import { temporaryDirectory } from './testing/run.js';
import { fsWithRoom } from './testing/small-disk.js';

test('everything below a directory is found, each directory before what is in it', () => {
  const base = temporaryDirectory();
  mkdirSync(join(base, 'a/b'), { recursive: true });
  writeFileSync(join(base, 'a/b/c'), '');
  writeFileSync(join(base, 'd'), '');
  symlinkSync('a', join(base, 'link'));
  const below = [...entriesBelow(base, '.')];
  expect(below.toSorted((one, other) => (one.path < other.path ? -1 : 1))).toEqual([
    { path: 'a', isDirectory: true },
    { path: 'a/b', isDirectory: true },
    { path: 'a/b/c', isDirectory: false },
    { path: 'd', isDirectory: false },
    { path: 'link', isDirectory: false },
  ]);
  const order = below.map(({ path }) => path).filter((path) => path.startsWith('a'));
  expect(order).toEqual(['a', 'a/b', 'a/b/c']);
  expect([...entriesBelow(base, 'a')].map(({ path }) => path)).toEqual(['a/b', 'a/b/c']);
});

test('paths have all the directories that they are in, once', () => {
  expect([...ancestorsOf(['a/b/c', 'a/d', 'e', 'f/g'])].sort()).toEqual(['a', 'a/b', 'f']);
  expect(ancestorsOf([]).size).toBe(0);
});

test('a directory comes after those in it, and the first one is left out', () => {
  const sorted = deepestFirst(new Set(['.', 'a', 'a/b', 'long name', 'a/b/c']));
  expect(sorted).not.toContain('.');
  expect(sorted.filter((path) => path.startsWith('a'))).toEqual(['a/b/c', 'a/b', 'a']);
  expect(sorted).toHaveLength(4);
});

afterEach(() => {
  vi.doUnmock('node:fs');
});

test.each([
  ['at a position', 4, '0123one two three'],
  ['where the file stands', undefined, '01one two three'],
])('all bytes are written %s, however few a write takes', async (_, position, content) => {
  const directory = temporaryDirectory();
  vi.resetModules();
  vi.doMock('node:fs', () => fsWithRoom(directory, { atOnce: 3 }));
  const { writeAll } = await import('./disk.js');
  const path = join(directory, 'x');
  const fd = openSync(path, 'w');
  writeAll(fd, Buffer.from('0123'), 0);
  writeAll(fd, Buffer.from('01'));
  writeAll(fd, Buffer.from('one two three'), position);
  closeSync(fd);
  expect(readFileSync(path, 'utf8')).toBe(content);
});
