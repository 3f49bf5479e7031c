import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { isPackedReason, packedReason, packingOf } from './packed.js';

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
