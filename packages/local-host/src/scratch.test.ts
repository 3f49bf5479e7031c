import { closeSync, fstatSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

test.each([
  ['a file', (path: string) => writeFileSync(path, 'secret', { mode: 0o644 })],
  ['a link', (path: string) => symlinkSync('canary', path)],
])('%s that is already there is not used for output', async (_, make) => {
  const folder = mkdtempSync(join(tmpdir(), 'hostspec-scratch-'));
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
    rmSync(folder, { recursive: true });
  }
});
