import { closeSync, fstatSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, test, vi } from 'vitest';

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
