import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { temporaryDirectory } from '../../../tools/test/folder.js';
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
