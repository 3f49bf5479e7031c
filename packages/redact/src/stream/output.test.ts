import { expect, test } from 'vitest';
import { createOutput } from './output.js';

const bytes = Buffer.from('0123456789');
const asText = (taken: Uint8Array): string => Buffer.from(taken).toString('latin1');

test('ranges that follow each other are one, and a part of their bytes', () => {
  const { copy, take } = createOutput();
  copy(bytes, 2, 4);
  copy(bytes, 4, 4);
  copy(bytes, 4, 7);
  const taken = take();
  expect(asText(taken)).toBe('23456');
  expect([taken.buffer, taken.byteOffset]).toEqual([bytes.buffer, bytes.byteOffset + 2]);
  expect(take()).toHaveLength(0);
});

test('bytes between two ranges are left out, and so are empty ranges', () => {
  const { copy, take } = createOutput();
  copy(bytes, 1, 3);
  copy(bytes, 5, 7);
  copy(bytes, 9, 8);
  copy(bytes, 0, 1);
  expect(asText(take())).toBe('12560');
});

test('ranges of other bytes and texts are in order, whatever their number', () => {
  const { copy, write, take } = createOutput();
  const other = Buffer.from('abcdefghij');
  let wanted = '';
  for (let round = 0; round < 500; round++) {
    copy(bytes, 0, 5);
    copy(other, 5, 10);
    write(`<${round}>`);
    wanted += `01234fghij<${round}>`;
  }
  expect(asText(take())).toBe(wanted);
  copy(other, 0, 2);
  expect(asText(take())).toBe('ab');
});

test('settled output does not change with its bytes', () => {
  const { copy, settle, take } = createOutput();
  const reused = Buffer.from('secret text');
  copy(reused, 0, 6);
  settle();
  reused.fill('#');
  copy(reused, 6, 8);
  expect(asText(take())).toBe('secret##');
});
