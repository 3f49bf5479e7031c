import { expect, test } from 'vitest';
import { createWriter } from './writer.js';

test('ranges of any length and texts are written in order, however many there are', () => {
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, each) => each));
  for (const expected of [0, 10, 100_000]) {
    const { copy, write, take } = createWriter(expected);
    const wanted: Buffer[] = [];
    for (const length of [0, 1, 47, 48, 49, 200, 3, 48])
      for (let from = 0; from + length <= 256; from += 51) {
        copy(bytes, from, from + length);
        write(`<\xe9${length}>`);
        wanted.push(bytes.subarray(from, from + length), Buffer.from(`<\xe9${length}>`, 'latin1'));
      }
    expect(Buffer.from(take()).equals(Buffer.concat(wanted))).toBe(true);
  }
});

test('nothing is written for an empty or a reversed range', () => {
  const { copy, take } = createWriter(4);
  copy(Buffer.from('abc'), 2, 2);
  expect(take()).toHaveLength(0);
});
