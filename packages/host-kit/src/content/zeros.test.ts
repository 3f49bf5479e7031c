import { expect, test, vi } from 'vitest';
import { asZeroBytes, isAllZero, isZeroBytes, mostZeros, zeroBytes } from './zeros.js';

test.each([
  [0, undefined, true, false],
  [1, undefined, true, true],
  [1, 0, false, false],
  [5000, undefined, true, true],
  [5000, 4999, false, false],
  [5000, 2500, false, false],
  [mostZeros, undefined, true, true],
  [mostZeros + 1, undefined, true, false],
  [mostZeros + 1, mostZeros, false, false],
])('%i bytes with something at %s', (length, at, all, run) => {
  const bytes = new Uint8Array(length);
  if (at !== undefined) bytes[at] = 1;
  expect(isAllZero(bytes)).toBe(all);
  const found = asZeroBytes(bytes);
  expect([isZeroBytes(found), found.length]).toEqual([run, length]);
  expect(isZeroBytes(bytes)).toBe(false);
});

test('a part of zeros is zeros, and a copy is not known as such', () => {
  const zeros = zeroBytes(1000);
  expect(isZeroBytes(zeros.subarray(10, 20))).toBe(true);
  expect(isZeroBytes(Uint8Array.from(zeros))).toBe(false);
});

test('zeros of another copy of this module are known', async () => {
  vi.resetModules();
  const other = await import('./zeros.js');
  expect(other.zeroBytes).not.toBe(zeroBytes);
  expect(isZeroBytes(other.zeroBytes(10))).toBe(true);
});
