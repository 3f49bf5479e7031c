import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { type ArchiveLimits, defaultLimits } from '../archive-limits.js';
import { type TarMember, tarOf } from '../testing/tar.js';
import { gunzip } from './decompress.js';
import type { MemberReader } from './member.js';
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

const known = 'name an archive of hostspec, insights-core or sos';

test.each<[string, (tar: Buffer) => Buffer, string]>([
  ['no tar', () => Buffer.alloc(512, 'no tar'), `it is not a tar archive; ${known}`],
  [
    'less than a header',
    () => Buffer.alloc(100, 'x'),
    `it is not a tar archive, or its end is missing; ${known}`,
  ],
  [
    'something else after a member',
    (tar) => Buffer.concat([tar.subarray(0, 1024), Buffer.alloc(512, 'x')]),
    'it is damaged after member 1; copy or download it again',
  ],
  [
    'a part of the content',
    (tar) => tar.subarray(0, 515),
    'it is truncated: its end is missing; copy or download it again',
  ],
])('%s is refused with what is wrong', async (_, change, why) => {
  const bytes = change(await tarOf([{ name: 'a', content: 'content' }]));
  const reader = { take: async () => {}, skip() {} };
  await expect(readTar('/a.tar', Readable.from([bytes]), defaultLimits, reader)).rejects.toMatchObject({
    code: 'INVALID_ARCHIVE',
    message: `cannot read /a.tar: ${why}`,
  });
});

test('a fault of the compression is damage', async () => {
  const packed = gzipSync(await tarOf([{ name: 'a', content: 'content' }]));
  packed.writeUInt32LE(0, packed.length - 8);
  const reader = { take: async () => {}, skip() {} };
  const content = gunzip(Readable.from([packed], { objectMode: false }));
  await expect(readTar('/a.tar.gz', content, defaultLimits, reader)).rejects.toMatchObject({
    code: 'INVALID_ARCHIVE',
    message:
      'cannot read /a.tar.gz: it is damaged, as gzip says: incorrect data check; copy or download it again',
  });
});

test.each([
  ['4000000000', 4_000_000_000],
  ['-5', 0],
  ['1.5', 0],
  ['99999999999999999999', 0],
  ['root', 0],
])('the owner %s of a pax header is the user %d', async (uid, user) => {
  const tar = await tarOf([{ name: 'a', pax: { uid, gid: uid }, uid: 7, gid: 7 }]);
  const owners: unknown[] = [];
  const reader: MemberReader = { take: async ({ owner }) => void owners.push(owner), skip() {} };
  await readTar('/a.tar', Readable.from([tar]), defaultLimits, reader);
  expect(owners).toEqual([{ uid: user, gid: user, user: '', group: '' }]);
});
