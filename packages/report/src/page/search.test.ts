import { expect, test } from 'vitest';
import { mergedSearch } from './client.js';
import type { Found, Range, SearchedBlock } from './protocol.js';
import { blockSearch, piecesOf } from './search.js';

/** Searches content in blocks, of which the last ones are ready first, as two workers might have them. */
function search(
  text: string,
  content: string | Uint8Array,
  {
    ranges,
    blockBytes = 7,
    marginBytes = 150,
  }: { ranges?: readonly Range[]; blockBytes?: number; marginBytes?: number } = {},
): { found: Found[]; count: number } {
  const bytes = Buffer.from(content as string);
  const all = ranges ?? [{ offset: 0, bytes: bytes.length }];
  const workers = [blockSearch(text), blockSearch(text)];
  const blocks = Array.from({ length: Math.ceil(bytes.length / blockBytes) }, (_, number): SearchedBlock => {
    const start = number * blockBytes;
    const end = Math.min(start + blockBytes, bytes.length);
    const offset = Math.max(0, start - marginBytes);
    const block = { bytes: bytes.subarray(offset, end + marginBytes), offset, start, end };
    return { number, pieces: workers[number % 2]?.(piecesOf(block, all)) ?? [] };
  });
  const found: Found[] = [];
  let [count, isDone] = [0, false];
  const merged = mergedSearch(blocks.length, (progress) => {
    found.push(...progress.found);
    count = progress.count;
    isDone = progress.done;
  });
  for (const odd of [1, 0]) merged.add(blocks.filter(({ number }) => number % 2 === odd).reverse());
  expect(isDone).toBe(true);
  return { found, count };
}

test('finds lines with their numbers, also across blocks, each once', () => {
  const { found, count } = search('needle', 'hay\nhay needle needle\n\nhay\na needle');
  expect(count).toBe(2);
  expect(found).toEqual([
    { range: 0, line: 2, text: 'hay needle needle', start: 4, length: 6 },
    { range: 0, line: 5, text: 'a needle', start: 2, length: 6 },
  ]);
});

test('ignores case unless the text has a capital letter', () => {
  expect(search('error', 'Error\nerror\n').count).toBe(2);
  expect(search('Error', 'Error\nerror\n').count).toBe(1);
});

test.each(['a-b', '.*', '(', '[x]', '\\d', 'a/b', '$', '{2}', '|', '^'])('takes %j as text', (text) => {
  expect(search(text, `x\n${text}\nab\n`).found.map(({ line }) => line)).toEqual([2]);
});

test('searches only the ranges, and says in which one', () => {
  const ranges = [
    { offset: 0, bytes: 2 },
    { offset: 4, bytes: 4 },
  ];
  expect(search('a', 'a\na\nb\na\n', { ranges }).found).toEqual([
    { range: 0, line: 1, text: 'a', start: 0, length: 1 },
    { range: 1, line: 2, text: 'a', start: 0, length: 1 },
  ]);
});

test('finds a text in a line of megabytes, and shows only what is around it', () => {
  const content = `${'x'.repeat(3_000_000)}needle${'y'.repeat(500_000)}\nneedle\n`;
  const { found } = search('needle', content, { blockBytes: 1_000_000 });
  expect(
    found.map(({ line, text, start }) => [line, text.length < 300, text.slice(start, start + 6)]),
  ).toEqual([
    [1, true, 'needle'],
    [2, true, 'needle'],
  ]);
});

test('keeps a limited number of lines and counts all', () => {
  const { found, count } = search('a', 'a\n'.repeat(5000), { blockBytes: 4096 });
  expect(count).toBe(5000);
  expect(found).toHaveLength(100);
});

test('counts a line once, however many blocks it goes through', () => {
  const line = 'needle and needle, '.repeat(20);
  const { found, count } = search('needle', `${line}\n\n${line}`);
  expect([count, found.map((each) => each.line)]).toEqual([2, [1, 3]]);
});

test.each(['ä', '€', '😀'])('finds a text with %s at each place of a block', (inside) => {
  for (const around of ['a', 'é', '€', '😀'])
    for (let before = 0; before < 16; before++) {
      const lead = around.repeat(before);
      const { found, count } = search(`n${inside}h`, `1\n${lead}N${inside}h${around}\n${lead}nah\n`);
      expect([around, before, count]).toEqual([around, before, 1]);
      const text = `${lead}N${inside}h${around}`;
      expect(found).toEqual([{ range: 0, line: 2, text, start: lead.length, length: 2 + inside.length }]);
    }
});

test('takes bytes that are not text, and finds what is between them', () => {
  const bytes = Buffer.concat([Buffer.alloc(9, 0x80), Buffer.from('\nneedle'), Buffer.alloc(9, 0xff)]);
  expect(search('needle', bytes).found).toEqual([
    { range: 0, line: 2, text: `needle${'\ufffd'.repeat(9)}`, start: 0, length: 6 },
  ]);
});

test('keeps a limited number of lines of all items', () => {
  const ranges = Array.from({ length: 30 }, (_, at) => ({ offset: at * 200, bytes: 200 }));
  const { found, count } = search('a', 'a\n'.repeat(3000), { ranges, blockBytes: 64 });
  expect([count, found.length, found.at(-1)?.range]).toEqual([3000, 2000, 19]);
});

test('shows the lines after one that goes through hundreds of blocks', () => {
  const long = 'needle '.repeat(3000);
  const { found, count } = search('needle', `${long}\n${'a needle\n'.repeat(150)}`, { blockBytes: 64 });
  expect([count, found.length, found.at(-1)?.line]).toEqual([151, 100, 100]);
});
