import type { ContentRedactor } from '@hostspec/spec';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createIdentityMap, createIdentityUnmap, createRedaction } from '../index.js';
import { piecesOf, through } from '../testing/content.js';
import { withUtf16 } from './utf16.js';

const written = (text: string, order: 'little' | 'big'): Buffer => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return order === 'little' ? bytes : bytes.swap16();
};
const read = (bytes: Buffer, order: 'little' | 'big'): string =>
  (order === 'little' ? bytes : Buffer.from(bytes).swap16()).toString('utf16le').slice(1);

const redaction = createRedaction({ key: Buffer.alloc(32, 1) });
const pushed = (content: ContentRedactor, bytes: Buffer, size?: number): Buffer =>
  through(content, piecesOf(bytes, size));

test.each(['little', 'big'] as const)('secrets in UTF-16 are masked as in UTF-8: %s', (order) => {
  const text = 'user = zoë €\r\ndb_password = Granite3x!\r\n🙂\r\n';
  const bytes = written(text, order);
  const masked = redaction.text(text);
  expect(masked).toContain('__secret_');
  for (const size of [1, 3, 7, bytes.length])
    expect(read(pushed(redaction.content(), bytes, size), order)).toBe(masked);
});

test('identity in UTF-16 is mapped and comes back', () => {
  const key = Buffer.alloc(32, 7);
  const text = 'login of jsmith from 10.20.30.41\r\n';
  const mapped = pushed(
    createIdentityMap({ key, kinds: ['ip', 'user'], users: ['jsmith'] }).content(),
    written(text, 'little'),
  );
  expect(read(mapped, 'little')).not.toMatch(/jsmith|10\.20\.30\.41/);
  expect(read(pushed(createIdentityUnmap({ key }).content(), mapped), 'little')).toBe(text);
});

test.each([
  [0xff, 0xfe],
  [0xfe, 0xff],
])('a mark that is put before other text hides nothing of it: %i %i', (...mark) => {
  const text = 'x\nuser 10.20.30.41\ndb_password = Granite3x!\n';
  const bytes = Buffer.concat([Buffer.from(mark), Buffer.from(text)]);
  const key = Buffer.alloc(32, 7);
  for (const size of [1, 3, bytes.length]) {
    const content = redaction.content();
    expect(pushed(content, bytes, size).toString('latin1', 2)).toBe(redaction.text(text));
    expect(Object.values(content.masked())).toEqual([1]);
    const mapped = pushed(createIdentityMap({ key, kinds: ['ip'] }).content(), bytes, size);
    expect(mapped.toString('latin1')).not.toContain('10.20.30.41');
    expect(pushed(createIdentityUnmap({ key }).content(), mapped, size)).toEqual(bytes);
  }
});

test('unmasked bytes stay as they are, even if they are not UTF-16', () => {
  const start = fc.constantFrom([0xff, 0xfe], [0xfe, 0xff], [0xff], []);
  fc.assert(
    fc.property(
      start,
      fc.uint8Array({ maxLength: 300 }),
      fc.integer({ min: 1, max: 40 }),
      (mark, more, size) => {
        const bytes = Buffer.from([...mark, ...more]);
        const same = withUtf16(() => ({
          push: (piece) => piece,
          end: () => new Uint8Array(),
          masked: () => ({}),
        }));
        expect(pushed(same, bytes, size)).toEqual(bytes);
      },
    ),
  );
});
