import { defined, zeroBytes } from '@hostspec/host-kit';
import type { Redaction } from '@hostspec/spec';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLineFilter, type LineTest } from '../index.js';

/** The test of an expression. */
const matching = (expression: RegExp, atOnce?: number): LineTest => ({
  matches: (line) => expression.test(line),
  ...defined({ atOnce }),
});

/** Redacts content that comes in pieces, all in the same buffer. */
function redacted(redaction: Redaction, ...pieces: readonly string[]): string {
  const content = redaction.content();
  const buffer = Buffer.alloc(4_000_000);
  const parts = pieces.map((piece) =>
    Buffer.from(content.push(buffer.subarray(0, buffer.write(piece)))).toString(),
  );
  return parts.join('') + Buffer.from(content.end()).toString();
}

const filter = createLineFilter({
  texts: ['acme', ''],
  tests: [matching(/^user \d+$/), matching(/end$/)],
});
const inParts = createLineFilter({ texts: ['acme'], tests: [matching(/^user \d+$/, 8)] });

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

test('a long line is given to a test in parts that overlap, as they arrive', () => {
  const given: string[] = [];
  const matches = (line: string) => given.push(line) > 0 && line.includes('acme');
  const parts = createLineFilter({ tests: [{ matches, atOnce: 8 }] });
  const content = parts.content();
  content.push(Buffer.from('0123456789'));
  expect(given).toEqual(['01234567']);
  content.push(Buffer.from('ab\nshort\n'));
  expect(given).toEqual(['01234567', '456789ab', 'short']);
  const cut = ['x acme', ' acme', '1234567 acme', '123456 acme 789012345678901234567890', 'ac', 'me'];
  expect(redacted(parts, ...cut.map((line) => `${line}\n`), 'last acm')).toBe('ac\nme\nlast acm');
  expect(redacted(parts, '12345', '67ac', 'me890', '12\nrest')).toBe('rest');
});

test('a long line is left out if a part of it would be, rather than kept', () => {
  const whole = createLineFilter({ tests: [matching(/^.*acme.*$/, 8)] });
  expect(redacted(whole, 'bbbbbbbbbbacmebbbbbb\nrest')).toBe('rest');
});

test('a text is found in a long line wherever it is, also if it is longer than a test takes at once', () => {
  const text = 'acme'.repeat(50);
  const ofText = createLineFilter({ texts: [text], tests: [{ matches: () => false, atOnce: 10 }] });
  for (let before = 0; before < 500; before += 7)
    expect(redacted(ofText, `${'x'.repeat(before)}${text}${'y'.repeat(300)}\nrest`)).toBe('rest');
});

test('the result does not depend on how the content is split', () => {
  const pieces = fc.array(fc.constantFrom('acme', 'ac', 'me', '\n', 'user 1', 'é', ' '), { maxLength: 30 });
  fc.assert(
    fc.property(pieces, (split) => {
      for (const each of [filter, inParts])
        expect(redacted(each, ...split)).toBe(redacted(each, split.join('')));
    }),
  );
});

const longest = 1024 * 1024;

test('the last line is held back, and only that', () => {
  const { push, end } = filter.content();
  const pushed = (text: string) => Buffer.from(push(Buffer.from(text))).toString();
  expect([pushed('on'), pushed('e\ntw'), pushed('o'), pushed('\n'), pushed('x\n\ny')]).toEqual([
    '',
    'one\n',
    '',
    'two\n',
    'x\n\n',
  ]);
  expect(Buffer.from(end()).toString()).toBe('y');
  expect(end()).toHaveLength(0);
});

test.each([longest - 1, longest, longest + 1])(
  'a line of %i bytes is a line, or one and its rest',
  (length) => {
    const ofXs = createLineFilter({ tests: [matching(/^x+$/)] });
    for (const pieces of [
      ['x'.repeat(length)],
      ['x'.repeat(length - 7), 'x'.repeat(7)],
      ['x'.repeat(length), ''],
    ]) {
      const content = ofXs.content();
      const out = pieces.map((each) => content.push(Buffer.from(each)).length);
      expect(out.every((size) => size === 0)).toBe(true);
      expect(content.masked()).toEqual(length >= longest ? { line: 1 } : {});
      expect(content.end()).toHaveLength(0);
      expect(content.masked()).toEqual({ line: length > longest ? 2 : 1 });
    }
  },
);

test('runs of zeros are left out or kept as lines of zeros are', () => {
  for (const [expression, kept, count] of [
    [/^\0/, 0, 3],
    [/^x/, 3, undefined],
  ] as const) {
    const content = createLineFilter({ tests: [matching(expression)] }).content();
    const sizes = [1, 2, 3].map(() => content.push(zeroBytes(longest)).length);
    expect(sizes).toEqual([1, 2, 3].map((each) => (each <= kept ? longest : 0)));
    expect(content.end()).toHaveLength(0);
    expect(content.masked().line).toBe(count);
  }
});

test('zeros behind other bytes, and fewer of them, belong to their line', () => {
  const content = createLineFilter({ texts: ['x'] }).content();
  content.push(Buffer.from('x'));
  expect(content.push(zeroBytes(longest))).toHaveLength(0);
  expect(content.masked()).toEqual({ line: 1 });
  expect(content.end()).toEqual(Buffer.alloc(1));
  const short = createLineFilter({ texts: ['x'] }).content();
  expect(short.push(zeroBytes(longest - 2))).toHaveLength(0);
  expect(short.push(Buffer.from('x\n'))).toHaveLength(0);
  expect(short.masked()).toEqual({ line: 1 });
});
