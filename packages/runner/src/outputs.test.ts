import { expect, test } from 'vitest';
import { outputKeeper } from './outputs.js';

const text = (bytes: number): Buffer => Buffer.from('a line of output\n'.repeat(bytes)).subarray(0, bytes);

const keep = (pieces: readonly Buffer[], packs: boolean, left = 1_000_000) => {
  const memory = { left };
  const keeper = outputKeeper(memory, 100_000, packs);
  for (const piece of pieces) void keeper.take(piece);
  const kept = keeper.keep();
  return { kept, used: left - memory.left };
};

test.each([1, 2000, 2048, 40_000])(
  'two pieces of %i bytes are kept as they are, also compressed',
  (bytes) => {
    const pieces = [text(bytes), text(bytes)];
    for (const packs of [false, true])
      expect(Buffer.compare(keep(pieces, packs).kept?.() ?? text(0), Buffer.concat(pieces))).toBe(0);
  },
);

test.each([256, 4096])('all kinds of bytes are kept as they are: %i of them', (count) => {
  const bytes = Buffer.from(Array.from({ length: count }, (_, index) => index % 256));
  for (const packs of [false, true])
    expect(Buffer.compare(keep([bytes], packs).kept?.() ?? text(0), bytes)).toBe(0);
});

test('an output of less than 2 KiB is not compressed', () => {
  expect(keep([text(2047)], true).used).toBe(2047);
  expect(keep([text(2048)], true).used).toBeLessThan(2048);
});

test('the limit of an output and the rest of the memory may be used up', () => {
  expect(keep([text(50_000), text(50_000)], false)).toMatchObject({ used: 100_000 });
  expect(keep([text(10), text(10)], false, 20)).toMatchObject({ used: 20 });
});

test('after a piece that exceeds a limit, no other one is taken', () => {
  expect(keep([text(10), text(20), text(1)], false, 25)).toEqual({ kept: undefined, used: 0 });
});

test('compressed outputs take only what is left of them from the memory', () => {
  expect(keep([text(50_000)], false).used).toBe(50_000);
  expect(keep([text(50_000)], true).used).toBeLessThan(5000);
});

test('an output that exceeds a limit is not kept and takes nothing', () => {
  expect(keep([text(60_000), text(60_000)], true)).toEqual({ kept: undefined, used: 0 });
  expect(keep([text(10), text(10)], true, 15)).toEqual({ kept: undefined, used: 0 });
});
