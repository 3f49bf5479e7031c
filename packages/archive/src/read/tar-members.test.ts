import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { type ArchiveLimits, defaultLimits } from '../archive-limits.js';
import { renameMember, type TarMember, tarOf } from '../testing/tar.js';
import type { MemberReader } from './member.js';
import { readTar } from './tar-members.js';

/** What a reader gets of the pieces of a tar: a line for each member. */
async function linesOf(
  pieces: readonly Uint8Array[],
  limits: Partial<ArchiveLimits> = {},
): Promise<string[]> {
  const lines: string[] = [];
  await readTar(
    '/a.tar',
    Readable.from(pieces),
    { ...defaultLimits, ...limits },
    {
      take: async ({ path, type, target }) => void lines.push(`${type} ${path}${target && ` -> ${target}`}`),
      skip: ({ path, reason }) => void lines.push(`skipped ${path}: ${reason}`),
    },
  );
  return lines;
}

async function readLines(
  members: readonly TarMember[],
  limits: Partial<ArchiveLimits> = {},
): Promise<string[]> {
  return await linesOf([await tarOf(members)], limits);
}

/** A member whose header has other bytes at some places. */
async function changedMember(member: TarMember, changes: Readonly<Record<number, string>>): Promise<Buffer> {
  const tar = await tarOf([member]);
  for (const [at, bytes] of Object.entries(changes)) tar.write(bytes, Number(at), 'latin1');
  renameMember(tar, 0, member.name);
  return tar.subarray(0, -1024);
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

test('a tar is read alike wherever its pieces end', async () => {
  const content = 'content'.repeat(300);
  const bytes = await tarOf([{ name: 'a', content }, { name: 'é'.repeat(120), content }, { name: 'b' }]);
  const whole = await linesOf([bytes]);
  expect(whole).toHaveLength(3);
  for (const size of [1, 7, 511, 512, 513, 2048]) {
    const count = Math.ceil(bytes.length / size);
    const pieces = Array.from({ length: count }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
    expect(await linesOf(pieces), `pieces of ${size} bytes`).toEqual(whole);
  }
});

test('content that a reader does not read, or only begins to, is skipped', async () => {
  const bytes = await tarOf(['a', 'b', 'c'].map((name) => ({ name, content: name.repeat(3000) })));
  const seen: string[] = [];
  const take: MemberReader['take'] = async ({ path, content }) => {
    if (path === 'b') for await (const piece of content()) if (seen.push(`${piece.length} of b`)) break;
    seen.push(path);
  };
  const pieces = Array.from({ length: bytes.length / 512 }, (_, at) =>
    bytes.subarray(at * 512, at * 512 + 512),
  );
  await readTar('/a.tar', Readable.from(pieces), defaultLimits, { take, skip() {} });
  expect(seen).toEqual(['a', '512 of b', 'b', 'c']);
});

test('tars one after another are all read, but not what follows two blocks of zeros at the beginning', async () => {
  const [first, second] = [await tarOf([{ name: 'a' }]), await tarOf([{ name: 'b' }])];
  expect(await linesOf([first, second])).toEqual(['file a', 'file b']);
  expect(await linesOf([Buffer.alloc(1024), second])).toEqual([]);
  expect(await linesOf([Buffer.alloc(512), second])).toEqual(['file b']);
});

test('long names as GNU tar writes them are those of the next member only', async () => {
  const long = 'x'.repeat(300);
  const about = (type: string): Promise<Buffer> =>
    changedMember({ name: 'about', content: long }, { 156: type });
  const link = await changedMember({ name: 'cut', type: 'symlink', linkname: 'cut' }, {});
  expect(await linesOf([await about('L'), await about('K'), link, link])).toEqual([
    `symlink ${long} -> ${long}`,
    'symlink cut -> cut',
  ]);
});

test('records that all members share are theirs unless they have their own', async () => {
  const shared = await changedMember({ name: 'shared', content: '18 linkpath=there\n' }, { 156: 'g' });
  const links = await tarOf([
    { name: 'a', type: 'symlink', linkname: 'x' },
    { name: 'b', type: 'symlink', linkname: 'x', pax: { linkpath: 'é' } },
  ]);
  expect(await linesOf([shared, links])).toEqual(['symlink a -> there', 'symlink b -> é']);
});

test.each([
  ['in binary', '\x80\0\0\0\0\0\0\0\0\0\0\x07', ['file a', 'file b']],
  ['after blanks', '          7\0', ['file a', 'file b']],
])('a size is read %s', async (_, size, lines) => {
  const first = await changedMember({ name: 'a', content: 'content' }, { 124: size });
  expect(await linesOf([first, await tarOf([{ name: 'b' }])])).toEqual(lines);
});

test.each([
  ['a letter', '0000000000x\0'],
  ['below zero', '\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff'],
  ['larger than numbers go', '\x80\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff'],
])('a size that is %s is refused', async (_, size) => {
  const bytes = await changedMember({ name: 'a', content: 'content' }, { 124: size });
  await expect(linesOf([bytes])).rejects.toThrow('cannot read /a.tar: it is not a tar archive');
});

test.each<[string, (tar: Buffer) => Buffer, string]>([
  ['no tar', () => Buffer.alloc(512, 'no tar'), 'it is not a tar archive'],
  ['less than a header', () => Buffer.alloc(100, 'x'), 'it is not a tar archive, or it is truncated'],
  [
    'something else after a member',
    (tar) => Buffer.concat([tar.subarray(0, 1024), Buffer.alloc(512, 'x')]),
    'it is corrupt after member 1',
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
