import { createLineFilter } from '@hostspec/redact';
import { describe, expect, it } from 'vitest';
import { expressionTest, type LineExpression, lineExpression } from './line-expressions.js';

const read = (source: string) => lineExpression(source) as LineExpression;
const testOf = (...sources: readonly string[]) => expressionTest(sources.map(read));

describe('an expression', () => {
  it.each([
    ['^user [[:digit:]]+$', 'user 12', 'user x'],
    ['(?i)ACME', 'an acme plant', 'a plant'],
    ['(?P<name>\\w+)=\\d', 'x=1', 'x=y'],
    ['\\Aab\\Z', 'ab', 'abc'],
    ['\\\\Z', '\\Z', 'z'],
    ['\\u00fc', 'ü', 'u'],
    ['\\-\\_\\/\\:', '-_/:', '-_/'],
  ])('%s is read as grep and Python read it', (source, line, other) => {
    const test = testOf(source);
    expect([line, other].map((each) => test.matches(each))).toEqual([true, false]);
  });

  it('can be one of many', () => {
    const test = testOf(...Array.from({ length: 100 }, (_, at) => `^number ${at}.{0,20}end$`));
    expect(['number 7 end', 'number 99, the end', 'number 100 end', ''].map(test.matches)).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
});

/** The work of matching: the number of characters on which expressions are tried. */
function work(sources: readonly string[], line: string) {
  const test = testOf(...sources);
  let characters = 0;
  let longest = 0;
  const matches = (given: string) => {
    characters += given.length;
    longest = Math.max(longest, given.length);
    return test.matches(given);
  };
  const content = createLineFilter({ tests: [{ ...test, matches }] }).content();
  content.push(Buffer.from(line));
  content.end();
  return { characters, longest, leftOut: content.masked().line ?? 0 };
}

// On each of these, a backtracking engine would take longer than anyone waits.
describe('a line that is made to be slow', () => {
  it.each([
    ['(\\w+\\.?)+corp$', `${'a'.repeat(60)}`],
    ['(x+x+)+y', 'x'.repeat(1024 * 1024 - 1)],
    ['(a*)*(b*)*(c*)*$d', 'abc'.repeat(300_000)],
    ['(a|aa)+[!]', 'a'.repeat(900_000)],
  ])('is looked at with %s in one go', (source, line) => {
    const { characters, leftOut } = work([source], line);
    expect(leftOut).toBe(0);
    expect(characters).toBeLessThanOrEqual(2 * line.length);
  });

  it('is looked at in smaller parts the more steps there are', () => {
    const large = '(?:a.{1,90}){1,2}[xz]';
    expect(read(large).steps).toBeGreaterThan(300);
    const [small, one, several] = [
      work(['ax'], 'ab'.repeat(100_000)),
      work([large], 'ab'.repeat(4000)),
      work(Array(10).fill(large), 'ab'.repeat(1000)),
    ];
    for (const { leftOut } of [small, one, several] as const) expect(leftOut).toBe(0);
    expect(small?.longest).toBe(64 * 1024);
    expect(one?.longest).toBeLessThan(6000);
    expect(several?.longest).toBe(1024);
  });
});
