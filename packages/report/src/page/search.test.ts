import { expect, test } from 'vitest';
import { storeOf } from '../testing/line-store.js';
import type { Found, Range } from './protocol.js';
import { searchRanges } from './search.js';

async function search(
  text: string,
  content: string,
  ranges?: readonly Range[],
  blockBytes = 7,
): Promise<{ found: Found[]; count: number }> {
  const { store, bytes } = storeOf(content, blockBytes);
  const found: Found[] = [];
  let count = 0;
  const report = (progress: { readonly found: readonly Found[]; readonly count: number }): void => {
    found.push(...progress.found);
    count = progress.count;
  };
  await searchRanges(store, text, ranges ?? [{ offset: 0, bytes }], report, () => false);
  return { found, count };
}

test('finds lines with their numbers, also across blocks, each once', async () => {
  const { found, count } = await search('needle', 'hay\nhay needle needle\n\nhay\na needle');
  expect(count).toBe(2);
  expect(found).toEqual([
    { range: 0, line: 2, text: 'hay needle needle', start: 4, length: 6 },
    { range: 0, line: 5, text: 'a needle', start: 2, length: 6 },
  ]);
});

test('ignores case unless the text has a capital letter', async () => {
  expect((await search('error', 'Error\nerror\n')).count).toBe(2);
  expect((await search('Error', 'Error\nerror\n')).count).toBe(1);
});

test.each(['a-b', '.*', '(', '[x]', '\\d', 'a/b', '$', '{2}', '|', '^'])('takes %j as text', async (text) => {
  expect((await search(text, `x\n${text}\nab\n`)).found.map(({ line }) => line)).toEqual([2]);
});

test('searches only the ranges, and says in which one', async () => {
  const ranges = [
    { offset: 0, bytes: 2 },
    { offset: 4, bytes: 4 },
  ];
  expect((await search('a', 'a\na\nb\na\n', ranges)).found).toEqual([
    { range: 0, line: 1, text: 'a', start: 0, length: 1 },
    { range: 1, line: 2, text: 'a', start: 0, length: 1 },
  ]);
});

test('finds a text in a line of megabytes, and shows only what is around it', async () => {
  const content = `${'x'.repeat(3_000_000)}needle${'y'.repeat(500_000)}\nneedle\n`;
  const { found } = await search('needle', content, undefined, 1_000_000);
  expect(
    found.map(({ line, text, start }) => [line, text.length < 300, text.slice(start, start + 6)]),
  ).toEqual([
    [1, true, 'needle'],
    [2, true, 'needle'],
  ]);
});

test('keeps a limited number of lines and counts all', async () => {
  const { found, count } = await search('a', 'a\n'.repeat(5000), undefined, 4096);
  expect(count).toBe(5000);
  expect(found).toHaveLength(100);
});
