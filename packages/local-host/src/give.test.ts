import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isZeroBytes } from '@hostspec/spec';
import { afterAll, describe, expect, test } from 'vitest';
import { type GiveOptions, giveOpen, giveStart, readStart } from './give.js';

const folder = mkdtempSync(join(tmpdir(), 'hostspec-give-'));
const path = join(folder, 'file');
afterAll(() => rmSync(folder, { recursive: true }));

async function withFile<T>(content: string, use: (fd: number) => T | Promise<T>): Promise<T> {
  writeFileSync(path, content);
  const fd = openSync(path, 'r');
  try {
    return await use(fd);
  } finally {
    closeSync(fd);
  }
}

const many = 'line of text\n'.repeat(100_000);

describe('the start of a file', () => {
  test.each([0, 1, 19, 20, 21, 100])('is read up to %i bytes', async (most) => {
    const text = `${'a'.repeat(19)}b`;
    expect((await withFile(text, (fd) => readStart(fd, most))).toString()).toBe(text.slice(0, most));
  });

  test('is read in several pieces, each kept apart from the next', async () => {
    const read = await withFile(many, (fd) => readStart(fd, many.length - 5));
    expect(read.toString()).toBe(many.slice(0, -5));
  });

  test.each([5, many.length - 5, many.length])('is given up to %i bytes', async (size) => {
    const pieces: Buffer[] = [];
    await withFile(many, (fd) => giveStart(fd, (piece) => void pieces.push(Buffer.from(piece)), size));
    expect(Buffer.concat(pieces).toString()).toBe(many.slice(0, size));
  });

  test('ends where the file ends', async () => {
    const pieces: string[] = [];
    await withFile('abc', (fd) =>
      giveStart(fd, (piece) => void pieces.push(Buffer.from(piece).toString()), 10),
    );
    expect(pieces.join('')).toBe('abc');
  });
});

async function given(content: string, options: Partial<GiveOptions> & { maxBytes: number }) {
  const pieces: Buffer[] = [];
  const { bytes, cut } = await withFile(content, (fd) =>
    giveOpen(fd, (piece) => void pieces.push(Buffer.from(piece)), options),
  );
  const text = Buffer.concat(pieces).toString();
  expect(bytes).toBe(text.length);
  return { text, cut };
}

describe('a file that is given', () => {
  test.each(['', 'a', 'a\nb\n', many])('is whole up to its limit', async (text) => {
    expect(await given(text, { maxBytes: Math.max(1, text.length) })).toEqual({ text, cut: undefined });
  });

  test('has zeros that are known as such', async () => {
    const text = `first\n${'\0'.repeat(3_000_000)}last\n`;
    const pieces: Buffer[] = [];
    let zeros = 0;
    await withFile(text, (fd) =>
      giveOpen(
        fd,
        (piece) => {
          if (isZeroBytes(piece)) zeros += piece.length;
          pieces.push(Buffer.from(piece));
        },
        { maxBytes: text.length },
      ),
    );
    expect(Buffer.concat(pieces).toString()).toBe(text);
    expect(zeros).toBeGreaterThan(2_000_000);
  });

  test('beyond its limit is its last whole lines', async () => {
    expect(await given('abc\ndef\nghi\n', { maxBytes: 6 })).toEqual({
      text: 'ghi\n',
      cut: { reason: 'the last 4 of 12 bytes', originalBytes: 12 },
    });
    const { text } = await given(many, { maxBytes: many.length - 1 });
    expect(text).toBe(many.slice('line of text\n'.length));
  });

  test('beyond its limit is its last bytes, if they are raw', async () => {
    expect(await given('abc\ndef\nghi\n', { maxBytes: 6, raw: true })).toEqual({
      text: 'f\nghi\n',
      cut: { reason: 'the last 6 of 12 bytes', originalBytes: 12 },
    });
    const { text } = await given(many, { maxBytes: many.length - 1, raw: true });
    expect(text).toBe(many.slice(1));
  });

  test('ends early if the run is stopped', async () => {
    const { text, cut } = await given(many, { maxBytes: many.length, stopped: () => 'enough' });
    expect(text.length).toBeLessThan(many.length);
    expect(cut).toEqual({
      reason: `the first ${text.length} of ${many.length} bytes: enough`,
      originalBytes: many.length,
    });
  });
});
