import type { ContentOrigin, Redaction } from '@hostspec/spec';
import { expect, test } from 'vitest';
import { chainRedactions } from '../index.js';

/** A redaction that doubles each byte. It returns the same buffer each time, and holds the last byte back until the end. */
function doubling(log: (ContentOrigin | undefined)[] = []): Redaction {
  return {
    content(origin) {
      log.push(origin);
      const reused = Buffer.alloc(1000);
      let held = Buffer.alloc(0);
      let count = 0;
      const doubled = (bytes: Buffer): Uint8Array => {
        count += bytes.length;
        for (const [at, byte] of bytes.entries()) reused.fill(byte, 2 * at, 2 * at + 2);
        return reused.subarray(0, 2 * bytes.length);
      };
      return {
        push(piece) {
          if (piece.length === 0) throw new Error('an empty piece');
          const all = Buffer.concat([held, piece]);
          held = Buffer.from(all.subarray(-1));
          return doubled(Buffer.from(all.subarray(0, -1)));
        },
        end() {
          const rest = doubled(held);
          held = Buffer.alloc(0);
          return rest;
        },
        masked: () => (count === 0 ? {} : { doubled: count }),
      };
    },
    text: (text) => text.replace(/./g, '$&$&'),
  };
}

test('several redactions work one after the other, to the end of each', () => {
  const origins: (ContentOrigin | undefined)[] = [];
  const chain = chainRedactions(doubling(origins), doubling(origins), doubling(origins));
  const { push, end, masked } = chain.content({ path: '/etc/x' });
  expect(origins).toEqual([{ path: '/etc/x' }, { path: '/etc/x' }, { path: '/etc/x' }]);
  expect(masked()).toEqual({});
  const parts = ['a', 'bc', 'd'].map((each) => Buffer.from(push(Buffer.from(each))).toString());
  expect(parts.join('') + Buffer.from(end()).toString()).toBe('abcd'.replace(/./g, '$&'.repeat(8)));
  expect(masked()).toEqual({ doubled: 4 + 8 + 16 });
  expect(chain.text('ab')).toBe('aaaaaaaabbbbbbbb');
});

test('a chain says what it is made of, also if it is made of chains', () => {
  const { stages = [] } = chainRedactions(chainRedactions(doubling(), doubling()), doubling()).content();
  const piece = Buffer.from('abc');
  expect(stages.map((each) => Buffer.from(each.push(piece)).toString())).toEqual(['aabb', 'aabb', 'aabb']);
});

test('an empty content stays empty, and a chain of none or of one changes nothing else', () => {
  expect(Buffer.from(chainRedactions(doubling(), doubling()).content().end())).toHaveLength(0);
  const none = chainRedactions();
  expect(Buffer.from(none.content().push(Buffer.from('abc'))).toString()).toBe('abc');
  expect(none.text('abc')).toBe('abc');
  const only = doubling();
  expect(chainRedactions(only)).toBe(only);
});

test('a chain reports how its first mapping maps', () => {
  const mapped = { kinds: ['ip' as const], keyCheck: '01234567' };
  const other = { kinds: ['mac' as const], keyCheck: '89abcdef' };
  expect('mapped' in chainRedactions(doubling(), doubling())).toBe(false);
  expect(
    chainRedactions(doubling(), { ...doubling(), mapped }, { ...doubling(), mapped: other }).mapped,
  ).toBe(mapped);
});
