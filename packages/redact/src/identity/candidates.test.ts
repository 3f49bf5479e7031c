import { expect, test } from 'vitest';
import { candidatesFor, escapeEnd, isEscape, nextCandidate } from './candidates.js';
import type { KnownName } from './known-names.js';

const names: KnownName[] = [
  { text: 'web', kind: 'host' },
  { text: 'a.b', kind: 'host' },
  { text: 'x y', kind: 'keyword' },
  { text: '\xc3\xbcb', kind: 'keyword' },
];
const none = { addresses: false, names: [], tokens: false };
const bytesOf = (text: string) => Buffer.from(`${text}${'\n'.repeat(512)}`, 'latin1');

/** The positions of a text at which a value may start. */
function candidates(wanted: Partial<Parameters<typeof candidatesFor>[0]>, text: string): number[] {
  const table = candidatesFor({ ...none, ...wanted });
  const bytes = bytesOf(text);
  const found: number[] = [];
  for (
    let at = nextCandidate(table, bytes, 0, text.length);
    at < text.length;
    at = nextCandidate(table, bytes, at + 1, text.length)
  )
    found.push(at);
  return found;
}

const addresses = { addresses: true };

test.each([
  ['1.2.3.4', [0, 2, 4]],
  [' 10.0.0.1', [1, 4, 6]],
  ['x10.0.0.1', [4, 6]],
  ['f0:0a', [0]],
  ['52-54', [0]],
  ['fd00::1', [0]],
  ['::1', [0]],
  [':1:', []],
  ['be added face deadbee', []],
  ['deadbeef', [0]],
  ['DEADBEEF0', [0]],
  ['a.b', [0]],
  ['g.1 g1', []],
  ['12 345', []],
  ['1234567', []],
  ['1234567.', [0]],
])('addresses may start in %j at %j', (text, at) => {
  expect(candidates(addresses, text)).toEqual(at);
});

test.each([
  ['web WEB Web', [0, 4, 8]],
  ['wexweb', []],
  ['we web', [3]],
  ['1web .web', [6]],
  ['a.b a1b', [0]],
  ['zx y', [1]],
  ['zX Y', [1]],
  ['z\xc3\xbcb', [1]],
  ['xy', []],
])('names may start in %j at %j, keywords also inside of words', (text, at) => {
  expect(candidates({ names }, text)).toEqual(at);
});

test('tokens start at letters, of which at least twelve follow', () => {
  const tokens = { tokens: true };
  expect(candidates(tokens, 'abcdefghijkl')).toEqual([0]);
  expect(candidates(tokens, 'ABCDEFGHIJKL z')).toEqual([0]);
  for (const text of ['abcdefghijk', 'abcde-ghijkl', 'abcdefghijk1', '1bcdefghijklm', 'a1cdefghijkl'])
    expect([text, candidates(tokens, text)]).toEqual([text, []]);
  expect(candidates(none, 'abcdefghijkl 10.0.0.1 web')).toEqual([]);
});

test('the search ends at its limit, and starts with the byte before its start', () => {
  const table = candidatesFor({ ...none, ...addresses });
  const bytes = bytesOf('x 10.0.0.1');
  expect(nextCandidate(table, bytes, 0, 2)).toBe(2);
  expect(nextCandidate(table, bytes, 0, 3)).toBe(2);
  expect(nextCandidate(table, bytes, 2, 10)).toBe(2);
  expect(nextCandidate(table, bytes, 3, 4)).toBe(4);
  expect(nextCandidate(table, bytes, 7, 7)).toBe(7);
});

test.each([
  ['\\n1', 2],
  ['\\r1', 2],
  ['\\t1', 2],
  ['%2F1', 3],
  ['%aa1', 3],
  ['\x1b[m1', 3],
  ['\x1b[1;32m1', 7],
  [`\x1b[${'1'.repeat(13)}m`, 16],
])('the escape sequence %j is found, also in a word, and ends at %i', (text, end) => {
  const table = candidatesFor(none);
  expect(candidates({}, `x${text}`)).toContain(1);
  expect(isEscape(table, bytesOf(text), 0)).toBe(true);
  expect(escapeEnd(bytesOf(text), 0)).toBe(end);
  expect(escapeEnd(bytesOf(`ab${text}`), 2)).toBe(end + 2);
});

test.each(['%2g', '%2', '\x1b[1', '\x1b[1x', '\x1b[1 m', `\x1b[${'1'.repeat(14)}m`])(
  'what only begins as an escape sequence ends where it starts: %j',
  (text) => {
    expect(isEscape(candidatesFor(none), bytesOf(text), 0)).toBe(true);
    expect(escapeEnd(bytesOf(text), 0)).toBe(0);
  },
);

test.each(['\\x', '\\\\', '%g', '%', '\x1b]', '[1m', 'n'])('%j begins no escape sequence', (text) => {
  expect(isEscape(candidatesFor(none), bytesOf(text), 0)).toBe(false);
});
