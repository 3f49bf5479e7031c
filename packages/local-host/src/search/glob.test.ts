import { setImmediate as otherWork } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { type GlobHost, globPaths, keepNewest } from './glob.js';

/** Entries by directory: a name that ends with `/` is a directory, one that ends with `@` a link to nowhere. */
type Tree = Readonly<Record<string, readonly string[]>>;

const entryOf = (name: string) => ({
  name: name.replace(/[/@]$/, ''),
  isDirectory: () => name.endsWith('/'),
  isSymbolicLink: () => name.endsWith('@'),
});

/** A host with these directories; `dates` says when a path was modified. */
const hostOf = (tree: Tree, dates: Readonly<Record<string, number>> = {}, more: Partial<GlobHost> = {}) => {
  const scanned: string[] = [];
  const dated: string[] = [];
  const host = {
    root: '/',
    locate: (path: string) => ({ kind: 'real', path, leadsTo: path }),
    mounts: { enter: () => undefined },
    isMount: () => false,
    directories: {
      async scan(path: string, want: (name: string) => boolean, found: (entry: object) => void) {
        scanned.push(path);
        for (const entry of (tree[path] ?? []).map(entryOf)) if (want(entry.name)) found(entry);
      },
      modified(path: string, names: readonly string[]) {
        dated.push(`${path}: ${names.join(' ')}`);
        return names.map((name) => dates[`${path}/${name}`]);
      },
      names: () => [],
    },
    timeout: 100,
    stopped: () => undefined,
    ...more,
  } as unknown as GlobHost;
  return { host, scanned, dated };
};

describe('the matches of patterns', () => {
  const tree = {
    '/': ['b/', 'a/', 'file', 'link@'],
    '/a': ['x1', 'x2', '.x', 'sub/', 'y'],
    '/b': ['x3', 'x0/'],
  };

  test('are in the order of the patterns, then sorted, and are no directories', async () => {
    const { host, scanned } = hostOf(tree);
    expect(await globPaths(['/b/x*', '/*/x*', '/nowhere/*'], host)).toEqual({
      paths: ['/b/x3', '/a/x1', '/a/x2', '/b/x3'],
      notEntered: [],
    });
    // A link may lead to a directory; a file does not.
    expect(scanned).toEqual(['/b', '/', '/b', '/a', '/link', '/nowhere']);
  });

  test('of no pattern, or one that cannot match, are none', async () => {
    const { host, scanned } = hostOf(tree);
    for (const patterns of [[], ['']])
      expect(await globPaths(patterns, host)).toEqual({ paths: [], notEntered: [] });
    expect(scanned).toEqual([]);
  });
});

describe('of too many matches', () => {
  const tree = { '/a': ['1', '2', '3', 'gone'], '/b': ['1', '2'] };
  const dates = { '/a/1': 50, '/a/2': 10, '/a/3': 30, '/b/1': 20, '/b/2': 40 };

  test('the newest are found, with how many matched', async () => {
    const { host, dated } = hostOf(tree, dates);
    expect(await globPaths(['/b/*', '/a/*'], host, 3)).toEqual({
      paths: ['/b/2', '/a/1', '/a/3'],
      matched: 6,
      notEntered: [],
    });
    // Each directory is asked once.
    expect(dated).toEqual(['/b: 1 2', '/a: 1 2 3 gone']);
    expect((await globPaths(['/a/*', '/b/*'], hostOf(tree, dates).host, 5)).paths).toEqual([
      '/a/1',
      '/a/2',
      '/a/3',
      '/b/1',
      '/b/2',
    ]);
  });

  test('nothing is asked for its age as long as they are not too many', async () => {
    const { host, dated } = hostOf(tree, dates);
    const { paths, matched } = await globPaths(['/a/*', '/b/*'], host, 6);
    expect([paths.length, matched, dated]).toEqual([6, undefined, []]);
  });

  test('not more than twice the limit are kept at a time', async () => {
    const { host, dated } = hostOf({ ...tree, '/': ['a/', 'b/'] }, dates);
    const { paths } = await globPaths(['/*/*'], host, 1);
    expect(paths).toEqual(['/a/1']);
    expect(dated).toEqual(['/a: 1 2 3 gone', '/b: 1 2']);
  });

  test('10,000 are found unless another limit is given', async () => {
    const names = Array.from({ length: 10_001 }, (_, index) => `${10_000 + index}`);
    const { host } = hostOf({ '/a': names }, { '/a/10005': 1 });
    const { paths, matched } = await globPaths(['/a/*'], host);
    expect([paths.length, matched, paths.includes('/a/10005')]).toEqual([10_000, 10_001, true]);
  });
});

describe('directories to search', () => {
  const searched = async (many: number, second = 0) => {
    const names = (letter: string, count: number) =>
      Array.from({ length: count }, (_, index) => `${letter}${index}/`);
    const { host, scanned } = hostOf({
      '/top': ['d/', 'e/'],
      '/top/d': names('x', many),
      '/top/e': names('y', second),
    });
    const { notEntered } = await globPaths(['/top/*/*/f*'], host);
    return { notEntered, count: scanned.filter((path) => /\d$/.test(path)).length, scanned };
  };
  const limited = ['only the first 10000 directories that match * were searched'];

  test('are 10,000 for one part of a pattern', async () => {
    expect(await searched(10_000)).toMatchObject({ count: 10_000, notEntered: [] });
    expect(await searched(10_001)).toMatchObject({ count: 10_000, notEntered: limited });
    expect(await searched(9_990, 10)).toMatchObject({ count: 10_000, notEntered: [] });
    expect(await searched(10_000, 1)).toMatchObject({ count: 10_000, notEntered: limited });
  });

  test('beyond that are not listed', async () => {
    const { scanned } = await searched(10_001, 5);
    expect(scanned).toContain('/top/d');
    expect(scanned).not.toContain('/top/e');
  });
});

describe('a search', () => {
  const tree = { '/': ['a/', 'b/', 'c/'], '/a': ['x'], '/b': ['x'], '/c': ['x'] };

  test('ends where the run is stopped, and says so once for each pattern', async () => {
    let asked = 0;
    const { host, scanned } = hostOf(tree, {}, { stopped: () => (++asked > 2 ? 'enough' : undefined) });
    expect(await globPaths(['/*/x*', '/b/*', '/*/y', '/*/*/z'], host)).toEqual({
      paths: ['/a/x'],
      notEntered: [
        'the search for /*/x* was stopped: enough',
        'the search for /b/* was stopped: enough',
        'the search for /*/y was stopped: enough',
        'the search for /*/*/z was stopped: enough',
      ],
      problem: 'timed out',
    });
    expect(scanned).toEqual(['/', '/a']);
  });

  test('ends among names without a wildcard, too', async () => {
    let asked = 0;
    const stopped = () => (++asked > 1 ? 'enough' : undefined);
    const { host } = hostOf({}, {}, { stopped });
    const names = ['/etc/passwd', '/etc/group'];
    expect(await globPaths(names, host)).toEqual({
      paths: ['/etc/passwd'],
      notEntered: names.map((name) => `the search for ${name} was stopped: enough`),
      problem: 'timed out',
    });
  });

  /** Lets time pass: milliseconds at the beginning of a search, and afterwards. */
  const atTimes = async (patterns: readonly string[], ...milliseconds: readonly number[]) => {
    const spy = vi.spyOn(performance, 'now').mockReturnValue(milliseconds.at(-1) ?? 0);
    for (const each of milliseconds) spy.mockReturnValueOnce(each);
    let worked = false;
    const work = otherWork().then(() => {
      worked = true;
    });
    const found = await globPaths(patterns, hostOf(tree, {}, { timeout: 1 }).host);
    spy.mockRestore();
    const letWork = worked;
    await work;
    return { ...found, letWork };
  };

  test('ends after its time, and lets other work run meanwhile', async () => {
    const all = ['/a/x', '/b/x', '/c/x'];
    expect(await atTimes(['/*/x*'], 100, 120)).toEqual({ paths: all, notEntered: [], letWork: false });
    expect(await atTimes(['/*/x*'], 100, 121)).toEqual({ paths: all, notEntered: [], letWork: true });
    expect(await atTimes(['/*/x*'], 100, 1100)).toMatchObject({ paths: all, notEntered: [] });
    expect(await atTimes(['/*/x*'], 100, 1101)).toEqual({
      paths: [],
      notEntered: ['the search for /*/x* was stopped: it took longer than 1 s'],
      problem: 'timed out',
      letWork: true,
    });
  });

  test('has its own time, which that of other work does not shorten', async () => {
    let time = 0;
    let over = false;
    // Looking at the clock is the work of the search.
    const spy = vi.spyOn(performance, 'now').mockImplementation(() => {
      time += 50;
      return time;
    });
    const work = (async () => {
      while (!over) {
        await otherWork();
        time += 100_000;
      }
    })();
    const found = await globPaths(['/*/x*'], hostOf(tree, {}, { timeout: 1 }).host);
    over = true;
    spy.mockRestore();
    await work;
    expect(time).toBeGreaterThan(100_000);
    expect(found).toEqual({ paths: ['/a/x', '/b/x', '/c/x'], notEntered: [] });
  });
});

const timesOf = (ages: Readonly<Record<string, number>>) =>
  vi.fn(async (names: readonly string[]) => names.map((name) => ages[name]));

test('of more items than the limit, the newest remain, and those of unknown age are the oldest', async () => {
  const times = timesOf({ a: 3, b: 1, c: 4, d: 2 });
  const newest = keepNewest(2, times);
  for (const name of ['a', 'unknown', 'b']) newest.add(name);
  await newest.cut();
  expect([...newest.kept()].sort()).toEqual(['a', 'b']);
  for (const name of ['c', 'd']) newest.add(name);
  await newest.cut();
  expect([...newest.kept()].sort()).toEqual(['a', 'c']);
  expect(newest.added()).toBe(5);
  // Each age is asked for once.
  expect(times.mock.calls).toEqual([[['a', 'unknown', 'b']], [['c', 'd']]]);
});

test('as many as the limit all remain, and nobody asks for their age', async () => {
  const times = timesOf({});
  const newest = keepNewest(2, times);
  newest.add('a');
  newest.add('b');
  await newest.cut();
  expect(newest.kept()).toEqual(['a', 'b']);
  expect(times).not.toHaveBeenCalled();
});

test('it is full at twice the limit, counting those that remained', async () => {
  const newest = keepNewest(2, timesOf({}));
  const full: boolean[] = [];
  for (const name of ['a', 'b', 'c', 'd']) {
    newest.add(name);
    full.push(newest.full());
  }
  expect(full).toEqual([false, false, false, true]);
  await newest.cut();
  expect(newest.full()).toBe(false);
  newest.add('e');
  newest.add('f');
  expect(newest.full()).toBe(true);
});
