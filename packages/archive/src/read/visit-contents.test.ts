import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { type ArchiveLimits, ndjsonSink, openInput, visitContents } from '../index.js';
import { file, runOf } from '../testing/run.js';
import { type TarMember as Member, tarOf } from '../testing/tar.js';

/** Everything that a visitor sees, in lines. */
async function seenIn(path: string, limits: Partial<ArchiveLimits> = {}): Promise<string[]> {
  const seen: string[] = [];
  const input = await openInput(path, { limits });
  try {
    await visitContents(input, {
      name: (name, place) => void seen.push(`name ${name} at ${place}`),
      content(place) {
        const pieces: Uint8Array[] = [];
        const end = (): void => void seen.push(`content ${Buffer.concat(pieces)} at ${place}`);
        return { take: (piece) => void pieces.push(Buffer.from(piece)), end };
      },
      unseen: ({ path: place, reason }) => void seen.push(`unseen ${place}: ${reason}`),
      closed: ({ path: place, reason }) => void seen.push(`closed ${place}: ${reason}`),
    });
  } finally {
    await input.close();
  }
  return seen;
}

async function seenInTar(members: readonly Member[], limits?: Partial<ArchiveLimits>): Promise<string[]> {
  const path = join(temporaryDirectory(), 'a.tar');
  writeFileSync(path, await tarOf(members));
  return await seenIn(path, limits);
}

test('members that readers skip are seen too', async () => {
  expect(
    await seenInTar([
      { name: 'a', content: 'one' },
      { name: 'a', content: 'two' },
      { name: '/etc/b', content: 'three' },
      { name: '../c', content: 'four' },
      { name: 'd', type: 'symlink', linkname: '/etc/e' },
      { name: 'f', type: 'fifo' },
      { name: `${'g'.repeat(300)}/../x`, content: 'five' },
    ]),
  ).toEqual([
    'name a at a',
    'content one at a',
    'name a at a',
    'content two at a',
    'name /etc/b at /etc/b',
    'content three at /etc/b',
    'name ../c at ../c',
    'content four at ../c',
    'name d at d',
    'name /etc/e at d',
    'name f at f',
    'content  at f',
    `name ${'g'.repeat(300)}/../x at ${'g'.repeat(300)}/../x`,
    `content five at ${'g'.repeat(300)}/../x`,
  ]);
});

test('what is packed is unpacked, up to three times', async () => {
  const inner = await tarOf([{ name: 'x', content: 'deep' }]);
  const four = [1, 2, 3, 4].reduce((bytes) => gzipSync(bytes), Buffer.from('deepest'));
  const seen = await seenInTar([
    { name: 'a.tar.gz', content: gzipSync(inner) },
    { name: 'b.gz', content: four },
    { name: 'after', content: 'rest' },
  ]);
  expect(seen).toContain('content deep at a.tar.gz: x');
  expect(seen).toContain('closed b.gz: it is packed more than 3 times');
  expect(seen.at(-1)).toBe('content rest at after');
});

test('a tar in a tar that is broken does not hide what comes after it', async () => {
  const inner = await tarOf([{ name: 'x', content: 'y'.repeat(2000) }]);
  const seen = await seenInTar([
    { name: 'a.tar', content: inner.subarray(0, 1000) },
    { name: 'b.gz', content: gzipSync('z'.repeat(1000)).subarray(0, 20) },
    { name: 'c.gz', content: Buffer.alloc(1_000_000, gzipSync('').subarray(0, 4)) },
    { name: 'after', content: 'rest' },
  ]);
  expect(seen).toContain(
    'unseen a.tar: it cannot be read: cannot read a.tar: it is truncated: its end is missing; copy or download it again',
  );
  expect(seen).toContain('unseen b.gz: it is truncated: its end is missing; copy or download it again');
  expect(seen.at(-1)).toBe('content rest at after');
});

test('a bomb inside is refused, however it is packed', async () => {
  const zeros = gzipSync(Buffer.alloc(200_000));
  await expect(seenInTar([{ name: 'a.gz', content: zeros }], { bytes: 100_000 })).rejects.toThrow(
    'limit bytes',
  );
  await expect(
    seenInTar([{ name: 'a.gz.gz', content: gzipSync(zeros) }], { bytes: 100_000 }),
  ).rejects.toThrow('limit bytes');
  const seen = await seenInTar([{ name: 'a.gz', content: zeros }], { ratio: 10, ratioFrom: 1000 });
  expect(seen.at(-1)).toMatch(/^unseen a\.gz: .*limit ratio/);
});

test('a directory that cannot be entered is unseen, a FIFO has nothing to see', async () => {
  const path = temporaryDirectory();
  execFileSync('mkfifo', [join(path, 'fifo')]);
  mkdirSync(join(path, 'deep/deeper'), { recursive: true });
  expect((await seenIn(path, { depth: 1 })).sort()).toEqual([
    'content  at fifo',
    'name deep at deep',
    'name fifo at fifo',
    'unseen deep: its path has more than 1 names',
  ]);
});

test('what is packed in a way that is not opened is seen as it is, and said to be closed', async () => {
  const xz = Buffer.concat([Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0]), Buffer.from('inside')]);
  expect(await seenInTar([{ name: 'a.xz', content: xz }])).toEqual([
    'name a.xz at a.xz',
    'closed a.xz: it is packed by xz, which is not opened',
    `content ${xz} at a.xz`,
  ]);
});

test('an archive in one file shows its names once, and its contents', async () => {
  const path = join(temporaryDirectory(), 'a.ndjson');
  await runOf(ndjsonSink({ path }), { a: [file('/etc/a', 'one')] });
  const seen = await seenIn(path);
  expect(seen.filter((line) => line.startsWith('name '))).toEqual([
    'name meta_data/insights.specs.Specs.a.json at meta_data/insights.specs.Specs.a.json',
    'name insights_archive.txt at insights_archive.txt',
    'name manifest.json at manifest.json',
    'name data/etc/a at data/etc/a',
  ]);
  expect(seen).toContain('content one at data/etc/a');
});
