import { closeSync, fstatSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../tools/test/folder.js';
import { closeQuietly, heldPath, pathOnly } from './index.js';

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
