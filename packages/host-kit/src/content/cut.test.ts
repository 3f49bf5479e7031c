import { expect, test } from 'vitest';
import { giveBytes } from './cut.js';

const given = async (content: string, maxBytes: number) => {
  const pieces: string[] = [];
  const cut = await giveBytes(
    Buffer.from(content),
    async (piece) => {
      const text = Buffer.from(piece).toString();
      await Promise.resolve();
      pieces.push(text);
    },
    maxBytes,
  );
  return { pieces, cut };
};

test.each([3, 4])('content of 3 bytes is given whole if %i bytes are allowed', async (maxBytes) => {
  expect(await given('abc', maxBytes)).toEqual({ pieces: ['abc'], cut: undefined });
});

test('of more bytes, the start is given, with how it was cut', async () => {
  const cut = { reason: 'the first 2 of 3 bytes', originalBytes: 3 };
  expect(await given('abc', 2)).toEqual({ pieces: ['ab'], cut });
});

test('of nothing, no piece is given', async () => {
  expect(await given('', 2)).toEqual({ pieces: [], cut: undefined });
});
