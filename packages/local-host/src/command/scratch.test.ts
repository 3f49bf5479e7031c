import { closeSync, fstatSync, mkdirSync, openSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openedBelow, temporaryDirectory } from '../../../../tools/test/folder.js';

const modeOf = (fd: number | undefined): string => {
  const { mode, nlink } = fstatSync(fd ?? -1);
  closeSync(fd ?? -1);
  return `${(mode & 0o7777).toString(8)} with ${nlink} names`;
};

test.each([true, false])(
  'a file for output is for its owner only and has no name, also if the system has no nameless files: %s',
  async (nameless) => {
    vi.resetModules();
    vi.doMock('node:fs', async (original) => {
      const fs = await original<typeof import('node:fs')>();
      const openSync = (path: string, flags: number, mode: number): number => {
        if (!nameless && path === tmpdir()) throw new Error('EOPNOTSUPP');
        return fs.openSync(path, flags, mode);
      };
      return { ...fs, openSync };
    });
    const { openScratch } = await import('./scratch.js');
    const mask = process.umask(0);
    try {
      expect(modeOf(openScratch([tmpdir()], () => true))).toBe('600 with 0 names');
    } finally {
      process.umask(mask);
      vi.doUnmock('node:fs');
    }
  },
);

test.each([
  ['a file', (path: string) => writeFileSync(path, 'secret', { mode: 0o644 })],
  ['a link', (path: string) => symlinkSync('canary', path)],
])('%s that is already there is not used for output', async (_, make) => {
  const folder = temporaryDirectory();
  writeFileSync(join(folder, 'canary'), 'secret');
  make(join(folder, 'output'));
  vi.resetModules();
  vi.doMock('node:fs', async (original) => {
    const fs = await original<typeof import('node:fs')>();
    const openSync = (path: string, flags: number, mode: number): number => {
      if (path === folder) throw new Error('EOPNOTSUPP');
      return fs.openSync(path, flags, mode);
    };
    return { ...fs, openSync, mkdtempSync: () => folder };
  });
  try {
    const { openScratch } = await import('./scratch.js');
    const fd = openScratch([folder], (directory) => directory === folder);
    expect(fd).toBeUndefined();
  } finally {
    vi.doUnmock('node:fs');
  }
});

describe('the file for output', () => {
  let folder = '';
  beforeEach(() => {
    folder = temporaryDirectory();
    for (const name of ['a', 'b']) mkdirSync(join(folder, name));
  });
  afterEach(() => {
    vi.doUnmock('node:fs');
    expect(opened()).toEqual([]);
  });

  /** The directories of files below the folder that this process has open. */
  const opened = (): string[] =>
    openedBelow(folder).map((path) => path.slice(folder.length + 1, folder.length + 2));

  const within = (directory: string): boolean => directory.startsWith(folder);
  const [a, b] = ['a', 'b'].map((name) => () => join(folder, name)) as [() => string, () => string];

  /** Where the output is, with changed functions of the file system. */
  const openedIn = async (
    change: (fs: typeof import('node:fs')) => object,
    directories: readonly (string | undefined)[],
    mayTouch = within,
  ) => {
    vi.resetModules();
    vi.doMock('node:fs', async (original) => {
      const fs = await original<typeof import('node:fs')>();
      return { ...fs, ...change(fs) };
    });
    const { openScratch } = await import('./scratch.js');
    const fd = openScratch(directories, mayTouch);
    const places = opened();
    if (fd !== undefined) closeSync(fd);
    return fd === undefined ? undefined : places;
  };

  test('is in the first directory that may be touched and is there', async () => {
    expect(await openedIn(() => ({}), [a(), b()])).toEqual(['a']);
    expect(await openedIn(() => ({}), [undefined, join(folder, 'none'), b()])).toEqual(['b']);
    expect(
      await openedIn(
        () => ({}),
        [a(), b()],
        (directory) => directory === b(),
      ),
    ).toEqual(['b']);
    expect(await openedIn(() => ({}), [join(folder, 'none')])).toBeUndefined();
  });

  test('may be in any directory for temporary files', async () => {
    const asked: string[] = [];
    const refuse = (directory: string): boolean => asked.push(directory) < 0;
    expect(await openedIn(() => ({}), [a(), undefined], refuse)).toBeUndefined();
    expect(asked).toEqual([a(), tmpdir(), '/dev/shm', '/tmp', '/var/tmp']);
  });

  test('is where enough space is free', async () => {
    const space =
      (bavail: number, blocks = 100) =>
      () => ({
        statfsSync: (path: string) => ({
          bavail: readlinkSync(path).startsWith(a()) ? bavail : 1000,
          bsize: 512,
          blocks,
        }),
      });
    expect(await openedIn(space(127), [a(), b()])).toEqual(['b']);
    expect(await openedIn(space(128), [a(), b()])).toEqual(['a']);
    // Such a file system counts no blocks.
    expect(await openedIn(space(0, 0), [a(), b()])).toEqual(['a']);
  });

  test('is waited for while all descriptors are used', async () => {
    const openSync = (): never => {
      throw Object.assign(new Error('EMFILE'), { code: 'EMFILE' });
    };
    await expect(openedIn(() => ({ openSync }), [a()])).rejects.toThrow('EMFILE');
  });

  test('is not one that keeps its name', async () => {
    const change = (fs: typeof import('node:fs')) => ({
      openSync(path: string, flags: number, mode: number) {
        if (path === a()) throw new Error('EOPNOTSUPP');
        return fs.openSync(path, flags, mode);
      },
      unlinkSync() {
        throw new Error('EIO');
      },
    });
    expect(await openedIn(change, [a()])).toBeUndefined();
    expect(await openedIn((fs) => ({ openSync: change(fs).openSync }), [a()])).toEqual(['a']);
  });
});

test('free space is that of the file system of an open file, if that is known', async () => {
  const { freeSpace } = await import('./scratch.js');
  const [file, proc] = [openSync(tmpdir(), 'r'), openSync('/proc/self/stat', 'r')];
  expect(freeSpace(file)).toBeGreaterThan(0);
  expect([freeSpace(proc), freeSpace(-1)]).toEqual([undefined, undefined]);
  for (const fd of [file, proc]) closeSync(fd);
});
