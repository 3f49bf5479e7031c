import { execFileSync } from 'node:child_process';
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { openedBelow, temporaryDirectory } from '../../../tools/test/folder.js';
import { closeQuietly, heldPath, openRegular, pathOnly } from './index.js';

test('a descriptor leads to what it holds, and below it, wherever that moves', () => {
  const parent = temporaryDirectory();
  const [folder, moved] = [join(parent, 'folder'), join(parent, 'moved')];
  mkdirSync(folder);
  writeFileSync(join(folder, 'a'), 'text');
  const fd = openSync(folder, pathOnly);
  renameSync(folder, moved);
  try {
    expect(heldPath(fd)).toBe(`/proc/self/fd/${fd}`);
    expect(readFileSync(heldPath(fd, 'a'), 'utf8')).toBe('text');
    const bytes = heldPath(fd, Buffer.from('a'));
    expect(bytes).toBeInstanceOf(Buffer);
    expect(readFileSync(bytes, 'utf8')).toBe('text');
    expect(() => openSync(heldPath(fd, Buffer.from([0xff])), 'r')).toThrow('ENOENT');
  } finally {
    closeSync(fd);
  }
});

test('a descriptor is closed, and none is none', () => {
  const fd = openSync('/', 'r');
  closeQuietly(fd);
  expect(() => fstatSync(fd)).toThrow('EBADF');
  closeQuietly(-1);
});

describe('openRegular', () => {
  let directory: string;
  beforeEach(() => {
    directory = temporaryDirectory();
  });

  test('only a regular file is opened; a FIFO is not, which would wait for its writer', () => {
    const [file, fifo] = [join(directory, 'file'), join(directory, 'fifo')];
    writeFileSync(file, 'text');
    execFileSync('mkfifo', [fifo]);
    const opened = openRegular(file, 'no link');
    expect(opened?.stat.size).toBe(4);
    if (opened) closeSync(opened.fd);
    for (const other of [fifo, directory, '/dev/null']) expect(openRegular(other, 'follow')).toBeUndefined();
  });

  test('a link is followed only if that is asked for', () => {
    const link = join(directory, 'link');
    writeFileSync(join(directory, 'file'), 'text');
    symlinkSync('file', link);
    expect(openRegular(link, 'no link')).toBeUndefined();
    const opened = openRegular(link, 'follow');
    expect(opened?.stat.size).toBe(4);
    if (opened) closeSync(opened.fd);
  });

  test('nothing else is left open', () => {
    const opened = (): string[] => openedBelow(directory);
    const path = join(directory, 'file');
    writeFileSync(path, 'text');
    const file = openRegular(path, 'no link');
    expect(opened()).toEqual([path]);
    closeSync(file?.fd ?? -1);
    expect(openRegular(directory, 'no link')).toBeUndefined();
    expect(opened()).toEqual([]);
  });

  test('without /proc, what has replaced a file is not given', async () => {
    const path = join(directory, 'file');
    writeFileSync(path, 'text');
    vi.resetModules();
    vi.doMock('node:fs', async (original) => {
      const fs = await original<typeof import('node:fs')>();
      const existsSync = (): boolean => {
        rmSync(path);
        mkdirSync(path);
        return false;
      };
      return { ...fs, existsSync };
    });
    const { openRegular: withoutProc } = await import('./descriptor.js');
    vi.doUnmock('node:fs');
    expect(withoutProc(path, 'no link')).toBeUndefined();
  });
});
