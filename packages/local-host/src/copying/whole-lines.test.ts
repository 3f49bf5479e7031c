import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fromWholeLine, toWholeLine } from './give.js';

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();

test.each([
  ['of a line\nnext\n', false, 'next\n'],
  ['of a line\nnext', true, 'next'],
  ['no line end', false, 'no line end'],
  ['no line end', true, 'no line end'],
  // Nothing else would be left.
  ['the last line\n', true, 'the last line\n'],
  ['a whole line\n', false, ''],
])('%j begins with a whole line', (piece, isLast, whole) => {
  expect(text(fromWholeLine(Buffer.from(piece), isLast))).toBe(whole);
});

describe('the end of a file that grows', () => {
  let folder = '';
  let fd = -1;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hostspec-lines-'));
    writeFileSync(join(folder, 'log'), 'one\ntwo and more\n');
    fd = openSync(join(folder, 'log'), 'r');
  });
  afterEach(() => {
    closeSync(fd);
    rmSync(folder, { recursive: true });
  });
  const end = (read: string, size = read.length) => text(toWholeLine(Buffer.from(read), fd, size));

  test('has no line that was being written', () => {
    expect(end('one\ntwo')).toBe('one\n');
    expect(end('one\n')).toBe('one\n');
  });

  test('stays as it is if the file did not grow', () => {
    expect(end('one\ntwo', 17)).toBe('one\ntwo');
    expect(end('one\ntwo', 16)).toBe('one\n');
  });

  test('stays as it is if nothing else would be left, or the file is not written by lines', () => {
    expect(end('two')).toBe('two');
    expect(end(`one\n${'x'.repeat(4096)}`, 5)).toBe('one\n');
    const long = `one\n${'x'.repeat(4097)}`;
    expect(end(long, 5)).toBe(long);
  });
});
