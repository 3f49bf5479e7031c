import { posix } from 'node:path';
import { type FileFacts, type HostProblem, hostError } from '@hostspec/spec';
import { describe, expect, test } from 'vitest';
import { globOver, listOver } from './glob-over.js';

const facts = (kind: FileFacts['kind']): FileFacts => ({ kind, size: 0, modified: 0 });

test('a directory that cannot be listed is named with the reason; one that is not there, or a file, is not', async () => {
  const problems: Readonly<Record<string, HostProblem>> = {
    denied: 'denied',
    file: 'refused',
    gone: 'absent',
  };
  const found = await globOver(['/*/x*', '/denied/x'], {
    list(path) {
      if (path === '/') return [...Object.keys(problems), 'open'];
      if (path === '/open') return ['x1', 'y'];
      throw hostError(problems[path.slice(1)] ?? 'failed', `${path}: cannot be listed`);
    },
    stat: (path) =>
      path === '/file' ? facts('file') : path.startsWith('/open/') ? facts('file') : undefined,
  });
  expect(found).toEqual({
    paths: ['/open/x1'],
    notEntered: ['/denied: cannot be listed'],
    problem: 'denied',
  });
});

test('a path that is known is matched without a listing', async () => {
  const tree = {
    list: () => expect.unreachable('nothing was to be listed'),
    stat: (path: string) => (path === '/secret/file' ? facts('file') : undefined),
  };
  expect((await globOver(['/secret/file'], tree)).paths).toEqual(['/secret/file']);
});

test('an error that is not a host’s is thrown', async () => {
  const tree = {
    list() {
      throw new TypeError('a defect');
    },
    stat: () => undefined,
  };
  await expect(globOver(['/*'], tree)).rejects.toThrow('a defect');
});

test('of too many files the newest are found, in their order, and how many matched', async () => {
  const dates: Readonly<Record<string, number>> = { a: 3, b: 1, c: 4, d: 2 };
  const tree = {
    list: () => [...Object.keys(dates), 'gone'],
    stat: (path: string): FileFacts | undefined => {
      const modified = dates[path.slice('/x/'.length)];
      return modified === undefined ? undefined : { kind: 'file', size: 0, modified };
    },
  };
  expect(await globOver(['/x/*'], tree, { newest: 2 })).toEqual({
    paths: ['/x/a', '/x/c'],
    matched: 5,
    notEntered: [],
  });
  expect((await globOver(['/x/*'], tree, { newest: 4 })).paths).toEqual(['/x/a', '/x/b', '/x/c', '/x/d']);
  const all = await globOver(['/x/*'], tree, { newest: 5 });
  expect(all).toEqual({ paths: ['/x/a', '/x/b', '/x/c', '/x/d', '/x/gone'], notEntered: [] });
});

test('a root that is closed is named, as any other directory', async () => {
  const closed = {
    list() {
      throw hostError('denied', '/: cannot be listed');
    },
    stat: (path: string) => (path === '/' ? facts('directory') : facts('file')),
  };
  expect(await globOver(['/*'], closed)).toEqual({
    paths: [],
    notEntered: ['/: cannot be listed'],
    problem: 'denied',
  });
});

describe('the names that a pattern matches', () => {
  const listings: Readonly<Record<string, readonly string[]>> = {
    '/': ['etc', 'top'],
    '/etc': ['b.d', 'a.d', '.c.d', 'file'],
    '/etc/a.d': ['x', 'y'],
    '/etc/b.d': ['y'],
  };
  const tree = {
    list(path: string) {
      const names = listings[path];
      if (names) return names;
      throw path === '/top' ? hostError('denied', '/top: closed') : hostError('absent', path);
    },
    stat: (path: string) =>
      path in listings || path === '/top'
        ? facts('directory')
        : listings[posix.dirname(path)]?.includes(posix.basename(path))
          ? facts('file')
          : undefined,
  };

  test.each([
    ['/etc/*.d', ['a.d', 'b.d']],
    ['etc/*', ['a.d', 'b.d', 'file']],
    ['/etc//*.d/', ['a.d', 'b.d']],
    ['/etc/*/y', ['a.d/y', 'b.d/y']],
    ['/e*/?.d', ['etc/a.d', 'etc/b.d']],
    ['/*', ['etc', 'top']],
    ['/none/*', []],
  ])('%s: from the directory before the wildcard on, directories too', async (pattern, names) => {
    expect(await listOver(pattern, tree, 100)).toEqual({ names, notEntered: [] });
  });

  test('come with what was left out', async () => {
    expect(await listOver('/t*/*', tree, 100)).toEqual({
      names: [],
      notEntered: ['/top: closed'],
      problem: 'denied',
    });
    expect(await listOver('/etc/*', tree, 2)).toEqual({
      names: ['a.d', 'b.d'],
      notEntered: ['everything after the first 2 that match *'],
      problem: 'failed',
    });
  });
});
