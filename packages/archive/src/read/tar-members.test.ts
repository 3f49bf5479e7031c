import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { type ArchiveLimits, defaultLimits } from '../archive-limits.js';
import { type TarMember, tarOf } from '../testing/tar.js';
import { readTar } from './tar-members.js';

/** What a reader gets of a tar: a line for each member. */
async function readLines(
  members: readonly TarMember[],
  limits: Partial<ArchiveLimits> = {},
): Promise<string[]> {
  const lines: string[] = [];
  await readTar(
    '/a.tar',
    Readable.from([await tarOf(members)]),
    { ...defaultLimits, ...limits },
    {
      take: async ({ path, type, target }) => void lines.push(`${type} ${path}${target && ` -> ${target}`}`),
      skip: ({ path, reason }) => void lines.push(`skipped ${path}: ${reason}`),
    },
  );
  return lines;
}

test('names and targets in a pax header are UTF-8', async () => {
  const long = 'é'.repeat(120);
  expect(
    await readLines([
      { name: `etc/€${long}`, content: 'x' },
      { name: 'etc/ü', type: 'symlink', linkname: `€${long}` },
    ]),
  ).toEqual([`file etc/€${long}`, `symlink etc/ü -> €${long}`]);
});

test('all paths count towards the limit of names, and the targets of links', async () => {
  const members: TarMember[] = [
    { name: 'aaa/', type: 'directory' },
    { name: 'bb', content: 'x' },
    { name: 'c', type: 'symlink', linkname: 'dddd' },
    { name: 'e', type: 'link', linkname: 'fffff' },
  ];
  const bytes = 'aaabbcddddefffff'.length;
  expect(await readLines(members, { nameBytes: bytes })).toHaveLength(4);
  await expect(readLines(members, { nameBytes: bytes - 1 })).rejects.toMatchObject({
    code: 'INVALID_ARCHIVE',
    message: expect.stringContaining(`more than ${bytes - 1} bytes of paths (limit nameBytes)`),
  });
});

test('a name of several bytes counts with all of them', async () => {
  const members: TarMember[] = [{ name: '€', content: 'x' }];
  await expect(readLines(members, { nameBytes: 2 })).rejects.toThrow('limit nameBytes');
  expect(await readLines(members, { nameBytes: 3 })).toEqual(['file €']);
});

test('as many members as allowed are read', async () => {
  const members = ['a', 'b', 'c'].map((name) => ({ name }));
  expect(await readLines(members, { members: 3 })).toHaveLength(3);
  await expect(readLines(members, { members: 2 })).rejects.toThrow('limit members');
});

test('a file takes the path of a directory, but not of another file', async () => {
  expect(
    await readLines([
      { name: 'a/', type: 'directory' },
      { name: 'a', content: 'x' },
      { name: 'a/', type: 'directory' },
      { name: 'a', type: 'symlink', linkname: 'b' },
    ]),
  ).toEqual(['directory a', 'file a', 'directory a', 'skipped a: an earlier member has the same path']);
});

test('a contiguous file is a file', async () => {
  expect(await readLines([{ name: 'a', type: 'contiguous-file', content: 'x' }])).toEqual(['file a']);
});

test('a link to a path that is too long is skipped', async () => {
  const [line] = await readLines([{ name: 'a', type: 'symlink', linkname: 'x'.repeat(5000) }]);
  expect(line).toMatch(/^skipped a: it leads to a path of more than \d+ bytes$/);
});
