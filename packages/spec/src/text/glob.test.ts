import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hasWildcard, nameMatcher } from './glob.js';

const matches = (pattern: string, ...names: string[]): string[] => names.filter(nameMatcher(pattern));

describe('patterns', () => {
  test('match names by the rules of fnmatch', () => {
    expect(matches('a*c', 'ac', 'abc', 'abcd', 'a\nc')).toEqual(['ac', 'abc', 'a\nc']);
    expect(matches('a?', 'ab', 'a', 'a\u{1f480}', 'abc')).toEqual(['ab', 'a\u{1f480}']);
    expect(matches('*.log*', '.log', 'x.log', 'x.log.1', 'xlog')).toEqual(['.log', 'x.log', 'x.log.1']);
    expect(matches('plain', 'plain', 'plainer')).toEqual(['plain']);
    expect(matches('**', '', 'x')).toEqual(['', 'x']);
    expect(matches('[ab', '[ab', 'a')).toEqual(['[ab']);
  });

  test.each([
    ['[abc]', 'abc'],
    ['[a-c]', 'abc'],
    ['[!a-y]', 'z]!^-'],
    ['[z-a]', ''],
    ['[!z-a]', 'abcyz]!^-'],
    ['[^a]', 'a^'],
    ['[]]', ']'],
    ['[]a]', 'a]'],
    ['[!]a]', 'bcyz!^-'],
    ['[a-]', 'a-'],
    ['[-a]', 'a-'],
    ['[a-c-z]', 'abcz-'],
  ])('set %s', (pattern, wanted) => {
    expect(matches(pattern, ...'abcyz]!^-').join('')).toBe(wanted);
  });

  test('bytes that are not UTF-8 are characters of their own', () => {
    expect(matches('a?b', 'a\udcffb', 'a\udcff\udcfeb')).toEqual(['a\udcffb']);
    expect(matches('[\udc80-\udcff]', '\udce9', 'é')).toEqual(['\udce9']);
  });

  test('a bracket counts as a wildcard only if it opens', () => {
    expect(hasWildcard('/a/[b]')).toBe(true);
    expect(hasWildcard('/a/b]')).toBe(false);
  });

  test('no pattern takes longer than the name times the pattern', () => {
    const name = 'a'.repeat(10_000);
    let asked = 0;
    const counting = { codePointAt: (at: number) => ++asked && name.codePointAt(at), length: name.length };
    const pattern = `${'*a'.repeat(20)}b`;
    expect(nameMatcher(pattern)(counting as unknown as string)).toBe(false);
    expect(asked).toBeLessThan(2 * name.length * pattern.length);
  });

  const python = '/usr/bin/python3';
  const lacking = existsSync(python) || process.env.CI ? '' : ' (needs python3)';
  test.skipIf(lacking)(`a name matches a pattern if it does in Python${lacking}`, () => {
    const unit = fc.constantFrom(...'aabc-]![*?^\\.\n', 'é', '\u{1f480}');
    const pairs = fc.sample(fc.tuple(fc.string({ unit }), fc.string({ unit, maxLength: 5 })), {
      numRuns: 5000,
      seed: 1,
    });
    const script =
      'import fnmatch, json, sys\nprint(json.dumps([fnmatch.fnmatchcase(n, p) for p, n in json.load(sys.stdin)]))';
    const answers = execFileSync(python, ['-c', script], { input: JSON.stringify(pairs) });
    const wanted = JSON.parse(answers.toString()) as boolean[];
    expect(pairs.map(([pattern, name]) => nameMatcher(pattern)(name))).toEqual(wanted);
  });
});
