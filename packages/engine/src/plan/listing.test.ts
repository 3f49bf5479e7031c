import {
  foreachCollect,
  foreachExecute,
  globFile,
  type Host,
  head,
  hostError,
  listdir,
  type Matches,
} from '@hostspec/spec';
import { fakeHost } from '@hostspec/testing';
import { describe, expect, test, vi } from 'vitest';
import { collectSpecs, describeSpecs, doc } from '../testing/collect-specs.js';
import { matchesOf } from './listing.js';

const files = {
  '/etc/b.d/conf': 'b',
  '/etc/a.d/conf': 'a',
  '/etc/file': 'x',
  '/odd/[a]/inside': 'x',
  '/shut': { kind: 'directory', denied: true },
} as const;
const commands = { '/bin/show a.d': 'of a\n', '/bin/show b.d': 'of b\n' };
const host = fakeHost({ files, commands });

describe('a listdir of a pattern', () => {
  test('gives the sorted names that match, directories too', async () => {
    const { some, below, first, odd } = await collectSpecs(
      {
        some: listdir('/etc/*.d', doc),
        below: listdir('/etc/*/conf', doc),
        first: head(listdir('/etc/*'), doc),
        odd: listdir('/odd/[a]', doc),
      },
      { host },
    );
    expect(some).toMatchObject({ status: 'collected', texts: ['a.d\nb.d\n'] });
    expect(below.texts).toEqual(['a.d/conf\nb.d/conf\n']);
    expect(first.texts).toEqual(['a.d\n']);
    // A directory that has this very name.
    expect(odd.texts).toEqual(['inside\n']);
  });

  test('gives elements', async () => {
    const { each, conf } = await collectSpecs(
      {
        each: foreachExecute('/bin/show %s', listdir('/etc/*.d'), doc),
        conf: foreachCollect('/etc/%s/conf', listdir('/etc/*.d'), doc),
      },
      { host: { ...host, executes: true } },
    );
    expect(each.texts).toEqual(['of a\n', 'of b\n']);
    expect(conf.texts).toEqual(['a', 'b']);
  });

  test('that nothing matches is absent, and one in a directory that must not be read is denied', async () => {
    const specs = {
      none: listdir('/etc/*.x', doc),
      shut: listdir('/shut/*', doc),
      each: foreachExecute('/bin/show %s', listdir('/shut/*'), doc),
    };
    const closed = '/shut: permission denied';
    const { none, shut, each } = await collectSpecs(specs, { host });
    expect(none).toMatchObject({ status: 'absent', reason: 'nothing matches /etc/*.x' });
    expect(shut).toMatchObject({ status: 'denied', reason: `nothing matches /shut/*; left out: ${closed}` });
    expect(each).toMatchObject({ status: 'denied', reason: shut.reason });
    const described = await describeSpecs(specs, { host });
    expect(described.map(({ sources, gap }) => (gap ?? sources[0]?.gap)?.status)).toEqual([
      'absent',
      'denied',
      'denied',
    ]);
  });
});

describe('a glob in a directory that must not be read', () => {
  const some = { ...files, '/open/x': 'x' };

  test('is denied, and names the directory', async () => {
    const { it, each } = await collectSpecs(
      { it: globFile(['/shut/*', '/none/*'], doc), each: foreachCollect('/shut/%s*', listdir('/etc'), doc) },
      { host },
    );
    for (const { status, reason } of [it, each])
      expect([status, reason]).toEqual([
        'denied',
        expect.stringMatching(/^no file matches .*; left out: \/shut: permission denied$/),
      ]);
  });

  test('is truncated if files were found elsewhere, and absent if every directory could be read', async () => {
    const { it, none } = await collectSpecs(
      { it: globFile(['/shut/*', '/open/*'], doc), none: globFile(['/open/y*'], doc) },
      { host: fakeHost({ files: some }) },
    );
    expect(it).toMatchObject({ status: 'truncated', texts: ['x'] });
    expect(it.reason).toContain('/shut: permission denied');
    expect(none).toMatchObject({ status: 'absent', reason: 'no file matches /open/y*' });
  });

  test('is timed out if the search was stopped by its limit', async () => {
    const stopped = { paths: [], notEntered: ['the search was stopped'], problem: 'timed out' } as const;
    const slow = { ...host, glob: async () => stopped };
    const { it } = await collectSpecs({ it: globFile(['/etc/*/x'], doc) }, { host: slow });
    expect(it).toMatchObject({ status: 'timed out', reason: expect.stringContaining('was stopped') });
    const hung = { ...host, glob: () => Promise.reject(hostError('timed out', '/etc: took too long')) };
    const { it: late } = await collectSpecs({ it: globFile(['/etc/*/x'], doc) }, { host: hung });
    expect(late).toMatchObject({ status: 'timed out', reason: '/etc: took too long' });
  });
});

const hostOf = (found: Matches, modified: Readonly<Record<string, number>> = {}) => {
  const glob = vi.fn(async (_patterns: readonly string[], _options?: { readonly newest?: number }) => found);
  const stat = async (path: string) =>
    path in modified ? { kind: 'file' as const, size: 0, modified: modified[path] ?? 0 } : undefined;
  return { host: { glob, stat } as unknown as Host, glob };
};
const paths = ['/a', '/b', '/c', '/d'];

describe('the files that match', () => {
  test('are all of them if there are not too many, in the order of the host', async () => {
    const { host, glob } = hostOf({ paths: ['/b', '/a'], notEntered: [] });
    expect(await matchesOf(['/x*', '/y'], 2, host)).toEqual({ paths: ['/b', '/a'], notes: [] });
    expect(glob).toHaveBeenCalledWith(['/x*', '/y'], { newest: 2 });
  });

  test('are the newest if the host finds too many, in its order', async () => {
    const { host } = hostOf({ paths, notEntered: [] }, { '/a': 1, '/b': 4, '/c': 2, '/d': 3 });
    expect(await matchesOf(['/x*', '/y'], 2, host)).toEqual({
      paths: ['/b', '/d'],
      notes: ['the 2 newest of 4 files that match /x* or /y'],
    });
  });

  test('are the first ones if nobody knows which are the newest', async () => {
    const { host } = hostOf({ paths, notEntered: [] });
    expect(await matchesOf(['/x*'], 3, host)).toEqual({
      paths: ['/a', '/b', '/c'],
      notes: ['the first 3 of 4 files that match /x*: it is unknown which are the newest'],
    });
  });

  test('are those that the host chose, with a note of how many there are', async () => {
    const { host } = hostOf({ paths: ['/a', '/b'], matched: 7, notEntered: [] });
    expect(await matchesOf(['/x*'], 2, host)).toEqual({
      paths: ['/a', '/b'],
      notes: ['the 2 newest of 7 files that match /x*'],
    });
    const all = hostOf({ paths: ['/a', '/b'], matched: 2, notEntered: [] });
    expect((await matchesOf(['/x*'], 2, all.host)).notes).toEqual([]);
  });

  test('come with at most ten directories that were not entered', async () => {
    const reasons = (count: number) => Array.from({ length: count }, (_, index) => `r${index}`);
    const notesFor = async (count: number) =>
      (await matchesOf(['/x*'], 9, hostOf({ paths: ['/a'], notEntered: reasons(count) }).host)).notes;
    expect(await notesFor(2)).toEqual(['left out: r0; r1']);
    expect(await notesFor(10)).toEqual([`left out: ${reasons(10).join('; ')}`]);
    expect(await notesFor(12)).toEqual([`left out: ${reasons(10).join('; ')}; and 2 more`]);
  });
});
