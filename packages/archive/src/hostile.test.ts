import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../../../tools/test/folder.js';
import {
  type Archive,
  type ArchiveLimits,
  ndjsonSink,
  openArchive,
  tarGzSink,
  verifyArchive,
} from './index.js';
import { file, runOf } from './testing/run.js';
import { type TarMember as Member, renameMember, tarOf } from './testing/tar.js';

/** These tests have a row in this section of ASSURANCE. */
const promise = { meta: { assurance: 'Fuzz' } };

const good: Member = { name: 'etc/hosts', content: 'good' };

/** What no member may reach: a directory of these tests, because a test must not harm the machine if a check is missing. */
const canary = mkdtempSync(join(tmpdir(), 'hostspec-canary-'));
writeFileSync(join(canary, 'secret'), 'secret');
afterAll(() => {
  expect(readdirSync(canary)).toEqual(['secret']);
  rmSync(canary, { recursive: true });
});

/** Opens these bytes as an archive, and checks that nothing was written outside. */
async function opened(
  bytes: Uint8Array,
  limits: Partial<ArchiveLimits> = {},
): Promise<{ archive: Archive; spooled: string[]; parent: string }> {
  const parent = temporaryDirectory();
  const temporary = join(parent, 'a', 'b', 'temporary');
  mkdirSync(temporary, { recursive: true });
  const path = join(parent, 'a', 'x.tar');
  writeFileSync(path, bytes);
  try {
    const archive = await openArchive(path, { temporaryDirectory: temporary, limits });
    return { archive, spooled: readdirSync(temporary), parent };
  } finally {
    expect(readdirSync(temporary)).toEqual([]);
    expect(readdirSync(parent)).toEqual(['a']);
    expect(readdirSync(join(parent, 'a')).sort()).toEqual(['b', 'x.tar']);
  }
}

test('a file of zeros is refused without reading all of it', async () => {
  const path = join(temporaryDirectory(), 'x.ndjson');
  writeFileSync(path, '');
  truncateSync(path, 2 ** 40);
  await expect(openArchive(path)).rejects.toThrow('it is empty');
});

describe('hostile members', () => {
  test.each<[string, Member, string]>([
    ['an absolute path', { name: `${canary}/evil`, content: 'x' }, 'its path is absolute'],
    ['a path that climbs', { name: 'etc/../../../evil', content: 'x' }, 'its path contains ..'],
    ['a path that only climbs', { name: '..', content: 'x' }, 'its path contains ..'],
    ['a directory that climbs', { name: '../evil/', type: 'directory' }, 'its path contains ..'],
    ['a device', { name: 'dev/sda', type: 'block-device', devmajor: 8, devminor: 0 }, 'it is a block device'],
    [
      'another device',
      { name: 'dev/null', type: 'character-device', devmajor: 1, devminor: 3 },
      'it is a character device',
    ],
    ['a FIFO', { name: 'etc/fifo', type: 'fifo' }, 'it is a fifo'],
    [
      'a second file of a name',
      { name: 'etc/hosts', content: 'evil' },
      'an earlier member has the same path',
    ],
    [
      'the same by another spelling',
      { name: './etc//hosts', content: 'evil' },
      'an earlier member has the same path',
    ],
    [
      'a link over a file',
      { name: 'etc/hosts', type: 'symlink', linkname: `${canary}/secret` },
      'an earlier member has the same path',
    ],
    [
      'a symbolic link that leads out',
      { name: 'etc/out', type: 'symlink', linkname: '../../canary/secret' },
      'it is a symbolic link that leads out of the archive, to ../../canary/secret',
    ],
    [
      'a hard link that leads out',
      { name: 'etc/out', type: 'link', linkname: '../canary/secret' },
      'it is a hard link that leads out of the archive, to ../canary/secret',
    ],
    ['endless names', { name: `${'d/'.repeat(300)}f`, content: 'x' }, 'its path has more than 256 names'],
  ])('%s is ignored', async (_, member, reason) => {
    const { archive } = await opened(await tarOf([good, member, { name: 'etc/after', content: 'after' }]));
    expect(archive.skipped).toEqual([{ path: expect.any(String), reason }]);
    expect([...archive.files.keys()]).toEqual(['etc/hosts', 'etc/after']);
    expect(Buffer.from((await archive.find('etc/hosts')?.read()) ?? []).toString()).toBe('good');
    expect(Buffer.from((await archive.find('etc/after')?.read()) ?? []).toString()).toBe('after');
    await archive.close();
  });

  test('an absolute link leads to the archive’s own file, never to the host’s', async () => {
    const { archive } = await opened(
      await tarOf([
        good,
        { name: 'a', type: 'symlink', linkname: '/etc/hosts' },
        { name: 'b', type: 'symlink', linkname: `${canary}/secret` },
        { name: 'c', type: 'link', linkname: 'etc/hosts' },
      ]),
    );
    for (const name of ['a', 'c'])
      expect(Buffer.from((await archive.find(name)?.read()) ?? []).toString()).toBe('good');
    expect(archive.find('b')).toBeUndefined();
    await archive.close();
  });

  test('a directory that is a link elsewhere is not written through', async () => {
    const target = temporaryDirectory();
    const { archive } = await opened(
      await tarOf([
        { name: 'etc', type: 'symlink', linkname: target },
        { name: 'etc/evil', content: 'x' },
      ]),
    );
    expect(readdirSync(target)).toEqual([]);
    await archive.close();
  });

  test('names that are not UTF-8 stay distinct', async () => {
    const bytes = await tarOf([
      { name: 'etc/a?', content: '1' },
      { name: 'etc/b?', content: '2' },
    ]);
    renameMember(bytes, 0, 'etc/a\xff');
    renameMember(bytes, 1024, 'etc/a\xfe');
    const { archive } = await opened(bytes);
    expect([...archive.files.keys()]).toEqual(['etc/a\udcff', 'etc/a\udcfe']);
    await archive.close();
  });
});

describe('archives over a limit', () => {
  const zeros = Buffer.alloc(80 * 1024 * 1024);

  test('a decompression bomb is refused before it is fully unpacked', promise, async () => {
    const bomb = gzipSync(await tarOf([good, { name: 'etc/zeros', content: zeros }]), { level: 9 });
    expect(bomb.length).toBeLessThan(100_000);
    await expect(opened(bomb, { ratio: 500, ratioFrom: 64 * 1024 ** 2 })).rejects.toMatchObject({
      code: 'INVALID_ARCHIVE',
      message: expect.stringContaining(
        'it has more than 500 bytes of content for each byte of the file (limit ratio)',
      ),
    });
  });

  test('more content than allowed is refused', async () => {
    const bytes = await tarOf([good, { name: 'etc/more', content: 'x'.repeat(1000) }]);
    await expect(opened(bytes, { bytes: 1003 })).rejects.toThrow(
      'more than 1003 bytes of content (limit bytes)',
    );
    const { archive } = await opened(bytes, { bytes: 1004 });
    await archive.close();
  });

  test('an endless header is refused', async () => {
    const bytes = await tarOf([good]);
    const header = Buffer.from(bytes.subarray(0, 512));
    header.write('77777777777', 124);
    header.write('x', 156);
    header.fill(' ', 148, 156);
    header.write(
      `${header
        .reduce((sum, byte) => sum + byte, 0)
        .toString(8)
        .padStart(6, '0')}\0 `,
      148,
    );
    await expect(opened(Buffer.concat([header, zeros.subarray(0, 10_000_000)]))).rejects.toThrow(
      'Header exceeds max size',
    );
  });

  test('a directory with more than allowed is refused', async () => {
    const path = temporaryDirectory();
    mkdirSync(join(path, 'etc'));
    for (let index = 0; index < 5; index++) writeFileSync(join(path, 'etc', `${index}`), 'xx');
    await expect(openArchive(path, { limits: { members: 5 } })).rejects.toThrow('(limit members)');
    await expect(openArchive(path, { limits: { bytes: 9 } })).rejects.toThrow('(limit bytes)');
    const nameBytes = 'etc'.length + 5 * 'etc/0'.length;
    await expect(openArchive(path, { limits: { nameBytes: nameBytes - 1 } })).rejects.toThrow(
      '(limit nameBytes)',
    );
    await (await openArchive(path, { limits: { members: 6, bytes: 10, nameBytes } })).close();
    const archive = await openArchive(path, { limits: { depth: 1 } });
    expect(archive.skipped).toEqual([{ path: 'etc', reason: 'its path has more than 1 names' }]);
  });

  test('NDJSON with more than allowed is refused', async () => {
    const path = join(temporaryDirectory(), 'x.ndjson');
    await runOf(ndjsonSink({ path }), { a: [file('/etc/a', 'one'), file('/etc/b', 'two')] });
    await expect(openArchive(path, { limits: { members: 1 } })).rejects.toMatchObject({
      code: 'INVALID_ARCHIVE',
      message: `cannot read ${path}: it has more than 1 members (limit members)`,
    });
  });
});

describe('damaged archives', () => {
  async function ours(): Promise<Buffer> {
    const path = join(temporaryDirectory(), 'x.tar.gz');
    await runOf(tarGzSink({ path }), {
      a: [file('/etc/hosts', 'good'.repeat(5000))],
      b: [file('/etc/b', 'b')],
    });
    return readFileSync(path);
  }

  test('an archive truncated at any byte is refused', promise, async () => {
    const whole = await ours();
    for (let length = 3; length < whole.length; length += 37)
      await expect(opened(whole.subarray(0, length))).rejects.toMatchObject({ code: 'INVALID_ARCHIVE' });
  });

  test('a tar with any change is read or refused, and every difference is reported', promise, async () => {
    const { gunzipSync } = await import('node:zlib');
    const tar = gunzipSync(await ours());
    const directory = temporaryDirectory();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(tar.length - 1), fc.integer({ min: 0, max: 255 })), {
          minLength: 1,
          maxLength: 8,
        }),
        async (changes) => {
          const bytes = Buffer.from(tar);
          for (const [at, value] of changes) bytes[at] = value;
          const path = join(directory, 'x.tar');
          writeFileSync(path, bytes);
          const problems = await verifyArchive(path, { temporaryDirectory: directory }).catch(
            (error: unknown) => {
              expect(error).toMatchObject({ code: 'INVALID_ARCHIVE' });
              return [];
            },
          );
          for (const problem of problems) expect(typeof problem).toBe('string');
          expect(readdirSync(directory)).toEqual(['x.tar']);
        },
      ),
      { numRuns: 750 },
    );
  });

  test('a file with any content is read or refused', promise, async () => {
    const directory = temporaryDirectory();
    const path = join(directory, 'x');
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 2000 }), fc.boolean(), async (bytes, compress) => {
        writeFileSync(path, compress ? gzipSync(bytes) : bytes);
        await openArchive(path, { temporaryDirectory: directory }).then(
          (archive) => archive.close(),
          (error: unknown) => expect(error).toMatchObject({ code: 'INVALID_ARCHIVE' }),
        );
      }),
      { numRuns: 750 },
    );
  });
});

test('the spool is a nameless file that only this user can read', async () => {
  // The first 16 MiB stay in memory.
  const large = { ...good, name: 'large', content: 'x'.repeat(16 * 1024 ** 2) };
  const { archive } = await opened(await tarOf([large, good]));
  const spool = readdirSync('/proc/self/fd').filter((fd) => {
    const path = `/proc/self/fd/${fd}`;
    return (
      existsSync(path) && statSync(path).isFile() && statSync(path).nlink === 0 && statSync(path).size === 4
    );
  });
  expect(spool.map((fd) => (statSync(`/proc/self/fd/${fd}`).mode & 0o777).toString(8))).toEqual(['600']);
  await archive.close();
});
