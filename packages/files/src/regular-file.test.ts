import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openRegular } from './index.js';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'files-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

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
