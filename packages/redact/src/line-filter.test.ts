import type { Redaction } from '@hostspec/spec';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chainRedactions, createLineFilter, createRedaction } from './index.js';

/** The result for content that comes in pieces, each in the same buffer. */
function redacted(redaction: Redaction, ...pieces: readonly string[]): string {
  const content = redaction.content();
  const buffer = Buffer.alloc(4_000_000);
  const parts = pieces.map((piece) =>
    Buffer.from(content.push(buffer.subarray(0, buffer.write(piece)))).toString(),
  );
  return parts.join('') + Buffer.from(content.end()).toString();
}

const filter = createLineFilter({ texts: ['acme', ''], expressions: [/^user \d+$/, /end$/] });

test('leaves out matching lines with their line ends, and keeps the others', () => {
  expect(redacted(filter, 'one\nthe acme plant\ntwo\nuser 12\nuser x\nlast end')).toBe('one\ntwo\nuser x\n');
  expect(redacted(filter, 'an end\r\nrest\r\n')).toBe('rest\r\n');
  expect(redacted(filter, 'nothing to leave out')).toBe('nothing to leave out');
});

test('counts them, and leaves short texts as they are', () => {
  const content = filter.content();
  content.push(Buffer.from('acme\nacme\nx\n'));
  content.end();
  expect(content.masked()).toEqual({ line: 2 });
  expect(filter.content().masked()).toEqual({});
  expect(filter.text('/srv/acme')).toBe('/srv/acme');
});

test('a line of many megabytes is looked at in parts', () => {
  const long = `${'x'.repeat(1024 * 1024)}acme${'y'.repeat(1024 * 1024 - 4)}z\nrest\n`;
  expect(redacted(filter, long)).toBe(`${'x'.repeat(1024 * 1024)}z\nrest\n`);
});

test('the result does not depend on how the content is split', () => {
  const pieces = fc.array(fc.constantFrom('acme', 'ac', 'me', '\n', 'user 1', 'é', ' '), { maxLength: 30 });
  fc.assert(
    fc.property(pieces, (split) => {
      expect(redacted(filter, ...split)).toBe(redacted(filter, split.join('')));
    }),
  );
});

test('a chain gives each redaction what the one before it gives, and adds the counts', () => {
  const chain = chainRedactions(filter, createRedaction({ key: Buffer.alloc(32) }));
  const content = chain.content();
  const start = Buffer.from(content.push(Buffer.from('a\nacme\npassword = hunt'))).toString();
  const rest = Buffer.from(content.push(Buffer.from('er2\nacme'))).toString();
  const end = Buffer.from(content.end()).toString();
  expect(start + rest + end).toMatch(/^a\npassword = <secret:[\w-]+:[0-9a-f]{4}>\n$/);
  expect(Object.values(content.masked())).toEqual([2, 1]);
  expect(content.masked().line).toBe(2);
  expect(chain.text('password=hunter2')).not.toContain('hunter2');
});
