import { gzipSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { giveBytes } from './cut.js';
import { defined } from './objects.js';
import { isPackedReason, packedReason, packingOf } from './packed.js';
import { asZeroBytes, isAllZero, isZeroBytes, mostZeros, zeroBytes } from './zeros.js';

describe('bytes in memory', () => {
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
});

describe('an object', () => {
  test('only undefined is left out, and the order stays', () => {
    expect(Object.entries(defined({ z: 0, b: undefined, a: null, c: '' }))).toEqual([
      ['z', 0],
      ['a', null],
      ['c', ''],
    ]);
  });
});

describe('compressed content', () => {
  test.each([
    ['gzip', gzipSync('x').toString('hex')],
    ['xz', 'fd377a585a000004e6d6b446'],
    ['bzip2', '425a6839314159265359d2de'],
    ['bzip2', '425a683917724538509000000000'],
    ['zstd', '28b52ffd0458110000'],
    ['7z', '377abcaf271c00040000'],
    ['rar', '526172211a0701003392'],
    ['lz4', '04224d186440a7000000'],
    ['zip', '504b03040a0000000000'],
  ])('knows %s by its first bytes', (packing, digits) => {
    expect(packingOf(Buffer.from(digits, 'hex'))).toBe(packing);
  });

  test.each(['', 'BZh is a word', 'PK', '(/etc', 'plain text'])('%j is not compressed', (text) => {
    expect(packingOf(Buffer.from(text))).toBeUndefined();
  });

  test('why it is left out says how it is packed', () => {
    expect(packedReason('gzip')).toBe('it is packed by gzip, so nothing in it could be masked');
    expect([packedReason('xz'), 'permission denied'].map(isPackedReason)).toEqual([true, false]);
  });
});

describe('zeros', () => {
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
});
