import { constants } from 'node:os';
import { HostspecError } from '@hostspec/spec';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { freeSpace, sinkError, spaceWatch, Untidy } from './sink-error.js';

const system = (code: string, message: string, errno?: number) =>
  Object.assign(new Error(message), { code, ...(errno === undefined ? {} : { errno }) });

const full = system('ENOSPC', 'ENOSPC: no space left on device, write', -constants.errno.ENOSPC);
const quota = system(
  'Unknown system error -122',
  'Unknown system error -122: x, write',
  -constants.errno.EDQUOT,
);
const denied = system('EACCES', "EACCES: permission denied, open '/a'", -constants.errno.EACCES);
const ours = new HostspecError('NO_SPACE', 'no space left for /a');

describe('the error of a sink', () => {
  test('keeps a hostspec error as it is', () => {
    expect(sinkError(ours, '/b')).toBe(ours);
  });

  test('names the path and the words of the system', () => {
    expect(sinkError(denied, '/a')).toMatchObject({
      code: 'SINK',
      message: 'cannot write /a: permission denied',
      subject: '/a',
      cause: denied,
    });
  });

  test('names what is free and what is missing if there is no space', () => {
    const error = sinkError(full, '/no/such/path', 7);
    expect(error).toMatchObject({ code: 'NO_SPACE', subject: '/no/such/path', value: 7, cause: full });
    expect(error.message).toMatch(
      /^no space left for \/no\/such\/path(, \d+ bytes are free|, no inode is free)?, 7 bytes are still to be written$/,
    );
    expect(sinkError(quota, '/no/such/path').message).toMatch(
      /^no space left for \/no\/such\/path: disk quota exceeded/,
    );
    expect(sinkError(full, '/a', 0).message).not.toContain('still to be written');
  });

  test('of a file that stays behind says that the archive is complete', () => {
    expect(new Untidy('/a.tar.gz', '/a.tmp', denied)).toMatchObject({
      code: 'SINK',
      message: '/a.tar.gz is complete, but /a.tmp cannot be removed: permission denied',
      subject: '/a.tmp',
      cause: denied,
    });
  });
});

test('if a path does not exist, its free space is the free space of the nearest directory above it', () => {
  const [here, below] = [freeSpace(process.cwd()), freeSpace(`${process.cwd()}/no/such/path`)];
  expect(here?.bytes).toBeGreaterThan(0);
  expect(here?.inodes).toBeGreaterThan(0);
  expect(below).toBeDefined();
  expect(freeSpace('/proc/self')).toBeUndefined();
  expect(freeSpace('no-such-name')).toBeUndefined();
});

describe('the free space of a file system', () => {
  afterEach(() => {
    vi.doUnmock('node:fs');
  });

  const withStats = async (stats: object): Promise<typeof import('./sink-error.js')> => {
    vi.resetModules();
    const all = { bfree: 10, bavail: 7, bsize: 4096, blocks: 100, ffree: 5, files: 50, ...stats };
    vi.doMock('node:fs', async (original) => ({
      ...(await original<typeof import('node:fs')>()),
      statfsSync: () => all,
    }));
    return await import('./sink-error.js');
  };

  test('is what this user may fill', async () => {
    const here = await withStats({});
    const user = vi.spyOn(process, 'geteuid').mockReturnValue(0);
    expect(here.freeSpace('/x')).toEqual({ bytes: 10 * 4096, inodes: 5 });
    user.mockReturnValue(1000);
    expect(here.freeSpace('/x')).toEqual({ bytes: 7 * 4096, inodes: 5 });
  });

  test('has no end of inodes if the file system does not count them', async () => {
    const here = await withStats({ files: 0, ffree: 0 });
    expect(here.freeSpace('/x')?.inodes).toBe(Number.POSITIVE_INFINITY);
    expect(here.sinkError(full, '/x').message).toMatch(/^no space left for \/x, \d+ bytes are free$/);
  });

  test('is unknown for one without blocks', async () => {
    expect((await withStats({ blocks: 0 })).freeSpace('/x')).toBeUndefined();
  });

  test('is not in the error if it is the inodes that are missing', async () => {
    const here = await withStats({ ffree: 0 });
    expect(here.sinkError(full, '/x', 7).message).toBe(
      'no space left for /x, no inode is free, 7 bytes are still to be written',
    );
  });
});

test('nothing is written once the disk is full, for the first reason', () => {
  const watch = spaceWatch();
  watch.check();
  const first = watch.failed(full, '/first');
  watch.failed(full, '/second');
  expect(first.code).toBe('NO_SPACE');
  expect(watch.check).toThrow(first);
  expect(watch.told()).toBe(true);
});

test('another error does not keep the rest from being written', () => {
  const watch = spaceWatch();
  expect(watch.failed(denied, '/a')).toMatchObject({ message: expect.stringContaining('/a') });
  expect(watch.check).not.toThrow();
  expect(watch.told()).toBe(false);
});
