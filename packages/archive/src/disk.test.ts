import { closeSync, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { needs } from '@hostspec/testing';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { temporaryDirectory } from '../../../tools/test/folder.js';
import { type ArchiveOutcome, formats, openArchive, verifyArchive } from './index.js';
import { type ChildAnswer, type ChildOptions, runChild } from './testing/child.js';
import { fsWithRoom } from './testing/failing-disk.js';

afterEach(() => {
  vi.doUnmock('node:fs');
});

test.each([
  ['at a position', 4, '0123one two three'],
  ['where the file stands', undefined, '01one two three'],
])('all bytes are written %s, however few a write takes', async (_, position, content) => {
  const directory = temporaryDirectory();
  vi.resetModules();
  vi.doMock('node:fs', () => fsWithRoom(directory, { atOnce: 3 }));
  const { writeAll } = await import('./disk.js');
  const path = join(directory, 'x');
  const fd = openSync(path, 'w');
  writeAll(fd, Buffer.from('0123'), 0);
  writeAll(fd, Buffer.from('01'));
  writeAll(fd, Buffer.from('one two three'), position);
  closeSync(fd);
  expect(readFileSync(path, 'utf8')).toBe(content);
});

const itFills = needs('root', 'a mount namespace');

/** Collects on a tmpfs with these options, in a mount namespace; what remains there is copied out. */
function onSmallDisk(
  mount: string,
  options: Omit<ChildOptions, 'path'>,
): { answer: ChildAnswer; left: string } {
  const parent = temporaryDirectory();
  const [disk, left] = [join(parent, 'disk'), join(parent, 'left')];
  mkdirSync(disk);
  const script = `disk=$1 left=$2; shift 2; mount -t tmpfs -o ${mount} none "$disk" && "$@"
    status=$?; cp -a "$disk" "$left"; exit $status`;
  const before = ['unshare', '-m', 'sh', '-c', script, 'sh', disk, left];
  const answer = runChild({ ...options, path: join(disk, 'out') }, before);
  if (!answer) throw new Error('the collecting process was killed');
  return { answer, left };
}

async function outcomesIn(left: string): Promise<ArchiveOutcome[]> {
  const archive = await openArchive(join(left, readdirSync(left)[0] ?? ''));
  await archive.close();
  return [...archive.outcomes.values()];
}

describe.each(formats)('a disk that fills up, %s', (format) => {
  for (const compressible of [true, false])
    itFills(
      `compressible ${compressible}: what was kept is readable, the rest is reported, nothing else remains`,
      async () => {
        const { answer, left } = onSmallDisk('size=2500k', {
          format,
          specs: 60,
          bytes: 50_000,
          compressible,
        });
        expect(answer.interrupted?.message).toMatch(/no space left/);
        expect([answer.failure?.code, answer.where !== undefined]).toEqual(
          answer.failure ? ['NO_SPACE', false] : [undefined, true],
        );
        const outcomes = await outcomesIn(left);
        expect(outcomes).toHaveLength(60);
        expect(await verifyArchive(join(left, readdirSync(left)[0] ?? ''))).toEqual([]);
        const collected = outcomes
          .filter((outcome) => outcome.status === 'collected')
          .map((outcome) => outcome.name);
        expect(collected).toEqual(expect.arrayContaining([...answer.kept]));
        expect(collected.length).toBeGreaterThan(5);
        expect(collected.length).toBeLessThan(60);
      },
    );

  itFills(
    'without room for the archive beside its content, the content is there as a directory',
    async () => {
      const { answer, left } = onSmallDisk('size=2500k', {
        format,
        specs: 1,
        bytes: 1_500_000,
        compressible: false,
      });
      const failure = answer.failure ?? answer.interrupted;
      expect(failure?.code).toBe(format === 'directory' ? undefined : 'NO_SPACE');
      expect(await outcomesIn(left)).toMatchObject([{ status: 'collected', items: [{ bytes: 1_500_000 }] }]);
      expect(await verifyArchive(join(left, readdirSync(left)[0] ?? ''))).toEqual([]);
    },
  );

  itFills('reports that inodes have run out', async () => {
    const { answer, left } = onSmallDisk('size=20m,nr_inodes=30', { format, specs: 60, bytes: 70_000 });
    expect(answer.interrupted).toMatchObject({
      code: 'NO_SPACE',
      message: expect.stringContaining('no inode is free'),
    });
    expect(await outcomesIn(left)).toHaveLength(60);
  });
});
