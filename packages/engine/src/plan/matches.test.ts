import type { Host, Matches } from '@hostspec/spec';
import { describe, expect, test, vi } from 'vitest';
import { matchesOf } from './matches.js';

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
