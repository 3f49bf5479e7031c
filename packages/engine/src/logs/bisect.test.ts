import { expect, test } from 'vitest';
import { firstLine, firstStamp } from './bisect.js';
import { lineHeads } from './line-heads.js';
import { stampReader } from './stamps.js';
import { utc } from './zone.js';

const begin = Date.UTC(2026, 10, 1);
const stampOf = stampReader(utc, Date.UTC(2026, 10, 23));

function logOf(lines: number, more: (line: number) => string = () => ''): Buffer {
  const all: string[] = [];
  for (let line = 0; line < lines; line++)
    all.push(`${new Date(begin + line * 1000).toISOString()} web line ${line}\n${more(line)}`);
  return Buffer.from(all.join(''));
}

function counting(content: Uint8Array) {
  const read = { bytes: 0, of: async (from: number, to: number) => part(from, to) };
  const part = (from: number, to: number): Uint8Array => {
    const bytes = content.subarray(from, to);
    read.bytes += bytes.length;
    return bytes;
  };
  return read;
}

const found = async (content: Uint8Array, time: number, from = 0): Promise<{ at: string; bytes: number }> => {
  const read = counting(content);
  const offset = await firstLine(read.of, { from, size: content.length }, stampOf, (each) => each >= time);
  const line =
    Buffer.from(content.subarray(offset, offset + 60))
      .toString()
      .split('\n')[0] ?? '';
  return { at: line.replace(/.* web /, ''), bytes: read.bytes };
};

const manyLines = logOf(200_000);

test.each([0, 1, 2, 999, 50_000, 123_456, 199_999])('the line of second %i is found', async (second) => {
  const { at, bytes } = await found(manyLines, begin + second * 1000 - 500);
  expect(at).toBe(`line ${second}`);
  expect(bytes).toBeLessThan(manyLines.length / 5);
});

test('nothing is found after the last line', async () => {
  expect((await found(logOf(10_000), begin + 10_000_000)).at).toBe('');
  expect((await found(Buffer.alloc(0), begin)).at).toBe('');
});

test('lines without a time belong to the line before', async () => {
  const content = logOf(5000, (line) => (line % 3 === 0 ? `  at main.c:${line}\n\n`.repeat(50) : ''));
  for (const second of [1, 3, 2998, 4999])
    expect((await found(content, begin + second * 1000)).at).toBe(`line ${second}`);
});

test('a line of many megabytes, without an end or in the middle, is no obstacle', async () => {
  const long = logOf(3000, (line) => (line === 1500 ? 'x'.repeat(3_000_000) : ''));
  for (const second of [10, 1499, 1500, 1502, 2990])
    expect((await found(long, begin + second * 1000)).at).toBe(`line ${second === 1501 ? 1502 : second}`);
  const open = Buffer.concat([logOf(100), Buffer.alloc(3_000_000, 0)]);
  expect((await found(open, begin + 99_000)).at).toBe('line 99');
  expect((await found(open, begin + 100_000)).at).toBe('');
});

test('a clock that was set back ends the search all the same', async () => {
  const content = Buffer.concat([logOf(20_000), logOf(20_000)]);
  expect((await found(content, begin + 19_999_000)).at).toMatch(/^line 19999$/);
});

test('a line on the edge of two chunks is read as a whole', async () => {
  const log = logOf(2000);
  for (let size = 65_500; size < 65_560; size++) {
    const content = Buffer.concat([Buffer.from(`${'x'.repeat(size)}\n`), log]);
    const heads: string[] = [];
    for await (const { head } of lineHeads(counting(content).of, 0, content.length, true)) heads.push(head);
    expect(heads.length).toBe(2001);
    expect(heads.slice(1).every((head) => stampOf(head) !== undefined)).toBe(true);
  }
});

test('a format is known by the first lines', async () => {
  const known = (text: string) => firstStamp(counting(Buffer.from(text)).of, text.length, stampOf);
  expect(await known(`${logOf(1)}`)).toBe(0);
  expect(await known(`a banner\n\n${logOf(1)}`)).toBe(10);
  expect(await known('one\ntwo\n')).toBeUndefined();
  expect(await known('')).toBeUndefined();
});
