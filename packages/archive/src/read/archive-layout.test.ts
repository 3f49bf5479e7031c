import { longestPath } from '@hostspec/host-kit';
import { describe, expect, test } from 'vitest';
import type { ArchiveFile, ArchiveIndex, ArchiveLink } from '../archive-index.js';
import { layoutOf, treeOf } from './archive-layout.js';

const indexOf = (files: readonly string[], links: Readonly<Record<string, ArchiveLink>> = {}) => {
  const skipped: ArchiveIndex['skipped'] = [];
  const index = {
    files: new Map(files.map((path) => [path, { bytes: path.length } as ArchiveFile])),
    links: new Map(Object.entries(links)),
    skipped,
  } as unknown as ArchiveIndex;
  return { index, skipped };
};
const soft = (target: string) => ({ target, hard: false }) as ArchiveLink;
const hard = (target: string) => ({ target, hard: true }) as ArchiveLink;

describe('the top of an archive', () => {
  const topOf = (...files: string[]) => layoutOf(indexOf(files).index).top;

  test('is the one folder that everything is in', () => {
    expect(topOf('host/a/b', 'host/c')).toBe('host/');
    expect(topOf('host/a', 'other/c')).toBe('');
    expect(topOf('host/a', 'host2')).toBe('');
    expect(topOf('a')).toBe('');
    expect(topOf()).toBe('');
  });

  test.each(['data', 'meta_data', 'insights_commands', 'sos_commands', 'etc', 'usr', 'var'])(
    'is not %s, which is a part of an archive',
    (name) => expect(topOf(`${name}/a`, `${name}/b`)).toBe(''),
  );
});

test('what is like no archive is a tree, without metadata', () => {
  expect(layoutOf(indexOf(['host/etc/a']).index)).toEqual({ kind: 'tree', top: 'host/', tree: 'host/' });
});

describe('the tree of an archive', () => {
  const tree = (links: Readonly<Record<string, ArchiveLink>>) => {
    const prefixed = Object.entries(links).map(([path, link]) => [`top/${path}`, link]);
    const { index, skipped } = indexOf(
      ['top/etc/a', 'top/usr/lib/b', 'beside'],
      Object.fromEntries(prefixed),
    );
    return { ...treeOf(index, { kind: 'tree', top: 'top/', tree: 'top/' }), skipped };
  };

  test('has its files by their paths below it', () => {
    const { files, find } = tree({});
    expect([...files.keys()]).toEqual(['etc/a', 'usr/lib/b']);
    expect(find('etc/a')?.bytes).toBe('top/etc/a'.length);
    expect(find('beside')).toBeUndefined();
  });

  test.each<[string, ArchiveLink, string]>([
    ['x', soft('etc/a'), 'etc/a'],
    ['x', soft('/etc/a'), 'etc/a'],
    ['usr/x', soft('../etc/a'), 'etc/a'],
    ['usr/x', soft('lib/b'), 'usr/lib/b'],
    ['usr/x', soft('.//lib/./b'), 'usr/lib/b'],
    ['x', hard('top/etc/a'), 'etc/a'],
    // The name before it may be a link itself.
    ['x', soft('usr/../etc/a'), 'usr/../etc/a'],
  ])('has the link %s to %j', (path, link, target) => {
    const { links, find, skipped } = tree({ [path]: link });
    expect([...links]).toEqual([[path, target]]);
    expect(skipped).toEqual([]);
    expect(find(path)).toBeDefined();
  });

  test.each<[ArchiveLink, string]>([
    [soft('../../etc/a'), 'symbolic'],
    [soft('/..'), 'symbolic'],
    [soft('a/../../../b'), 'symbolic'],
    [hard('beside'), 'hard'],
    [hard('top/../beside'), 'hard'],
  ])('has no link to %j, which leads out of it', (link, kind) => {
    const { links, skipped, find } = tree({ 'usr/x': link });
    expect(links.size).toBe(0);
    expect(skipped).toEqual([
      {
        path: 'top/usr/x',
        reason: `it is a ${kind} link that leads out of the archive, to ${link.target}`,
      },
    ]);
    expect(find('usr/x')).toBeUndefined();
  });

  test('follows links to files, and finds nothing in a circle or at an endless path', () => {
    const { find } = tree({ lib: soft('usr/lib'), one: soft('other'), other: soft('one') });
    expect(find('lib/b')?.bytes).toBe('top/usr/lib/b'.length);
    expect(find('one')).toBeUndefined();
    expect(find(`${'./'.repeat(5000)}etc/a`)).toBeUndefined();
    const longest = `${'/'.repeat(longestPath - 'etc/a'.length)}etc/a`;
    expect(find(longest)?.bytes).toBe('top/etc/a'.length);
    expect(find(`/${longest}`)).toBeUndefined();
  });
});

test.each([
  [['insights_archive.txt'], 'insights'],
  [['meta_data/a.json', 'data/etc/a'], 'insights'],
  [['meta_data/a.json'], 'tree'],
  [['data/etc/a'], 'tree'],
  [['manifest.json', 'insights_archive.txt'], 'hostspec'],
  [['insights_commands/date', 'sos_commands/date'], 'insights-host'],
  [['sos_commands/date'], 'sos'],
])('an archive with %j is of the kind %s', (files, kind) => {
  for (const top of ['', 'host/']) {
    const { index } = indexOf([...files, 'other'].map((path) => top + path));
    expect(layoutOf(index)).toMatchObject({ kind, top });
  }
});
