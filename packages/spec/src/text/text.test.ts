import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { available, didYouMean, joinWords, nearest, quoteWord, splitWords } from '../index.js';
import { countPlaceholders } from './command-line.js';
import { hasWildcard, nameMatcher } from './glob.js';

describe('words of a command line', () => {
  describe('splitWords', () => {
    test.each([
      ['/bin/df -al  -x\tautofs', ['/bin/df', '-al', '-x', 'autofs']],
      [`a 'b c' "d e" f\\ g`, ['a', 'b c', 'd e', 'f g']],
      [`"a\\"b" "a\\b" 'a\\b'`, ['a"b', 'a\\b', 'a\\b']],
      [`\\a" b" "c\\\nd"`, ['a b', 'cd']],
      [`--separator='|' ''`, ['--separator=|', '']],
      ['a|b && c; $HOME *.x `id`', ['a|b', '&&', 'c;', '$HOME', '*.x', '`id`']],
      ['', []],
      [' \u00a0a\u2003b\n', ['a', 'b']],
      [" \u00a0'a'\u2003b\n", ['a', 'b']],
    ])('%j', (line, words) => expect(splitWords(line)).toEqual(words));
  });

  describe('words', () => {
    test.each([
      ['a', 'a'],
      ['a-b_c@d%e+f=g:h,i.j/k', 'a-b_c@d%e+f=g:h,i.j/k'],
      ['', "''"],
      ['a b', "'a b'"],
      ['a;', "'a;'"],
      [';a', "';a'"],
      ["it's", `'it'\\''s'`],
      ['$(id)', "'$(id)'"],
      ['ü\n', "'ü\n'"],
      ['"', `'"'`],
      ['\\', `'\\'`],
    ])('%j is %s for a shell', (word, quoted) => {
      expect(quoteWord(word)).toBe(quoted);
      expect(splitWords(quoted)).toEqual([word]);
      expect(joinWords(['x', word])).toBe(`x ${quoted}`);
    });

    test.each([
      ['a\\', 'ends with a backslash'],
      ["a 'b", "has no closing '"],
      ['a "b', 'has no closing "'],
    ])('the command line %j is refused with the reason', (line, problem) => {
      expect(() => splitWords(line)).toThrow(
        expect.objectContaining({
          code: 'INVALID_COMMAND_LINE',
          value: line,
          message: `command line ${JSON.stringify(line)} ${problem}`,
        }),
      );
    });
  });

  test.each([
    ['', 0],
    ['%s %% %{NAME} %s', 2],
  ] as const)('%j has %i placeholders', (template, count) => {
    expect(countPlaceholders(template)).toBe(count);
  });
});

describe('globs', () => {
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
});

describe('the nearest names', () => {
  test('a few names are all listed, sorted, the nearest first', () => {
    expect(available([])).toBe('none');
    expect(available(['b', 'a'])).toBe('a, b');
    expect(available(['cmdline', 'ethtool', 'ethtool_i', 'lsof'], 'ETHTOL')).toBe(
      'ethtool, ethtool_i, lsof, cmdline',
    );
  });

  test('of many names that are not similar, none is listed, but the command that lists them', () => {
    const names = (count: number) => Array.from({ length: count }, (_, index) => `s${index}`);
    expect(didYouMean('zebra', names(40), 'list').split(', ')).toHaveLength(40);
    expect(didYouMean('zebra', names(41), 'list')).toBe('none of the 41 names is similar; list lists them');
    expect(didYouMean('zebra', names(41))).toBe('none of the 41 names is similar');
    expect(didYouMean('ethtol', [...names(41), 'ethtool'], 'list')).toBe('did you mean ethtool?');
  });

  test('a name is near if it shares pairs of letters, for its length, in either case', () => {
    expect(available(['abcxyzuvw', 'bcd', 'abc'], 'ABC')).toBe('abc, bcd, abcxyzuvw');
    expect(available(['zaby', 'yabz'], 'AB')).toBe('yabz, zaby');
    expect(available(['a', 'b'], 'b')).toBe('b, a');
    expect(available(['xyz', 'ethtool_i', 'ethtool'], 'eth')).toBe('ethtool, ethtool_i, xyz');
    expect(available(['cmdline', 'x'], '')).toBe('cmdline, x');
    expect(available([''], '')).toBe('');
  });

  test('a letter that is missing, wrong or in the wrong place still finds a name', () => {
    const names = ['collect', 'catalog', 'catalog diff', 'show', 'read'];
    for (const wanted of ['colect', 'collevt', 'colletc', 'Collect'])
      expect(nearest(wanted, names)).toEqual(['collect']);
    expect(nearest('cata', names)).toEqual(['catalog', 'catalog diff']);
    expect([nearest('hsow', names), nearest('shaw', names)]).toEqual([['show'], ['show']]);
    expect([nearest('raed', names), nearest('rad', names)]).toEqual([['read'], ['read']]);
    expect(nearest('ethtol', ['ethtool_S', 'ethtool_T', 'ethtool'])).toEqual(['ethtool']);
    expect([nearest('zebra', names), nearest('', names)]).toEqual([[], []]);
  });

  test('of a wanted name only the beginning counts', () => {
    expect(available(['abab', 'cdcd'], `${'cd'.repeat(100)}${'ab'.repeat(1000)}`)).toBe('cdcd, abab');
    expect(available(['er', 'a'])).toBe('a, er');
  });

  test.each([
    ['ethtol', ['lsof', 'ethtool'], 'did you mean ethtool?'],
    ['ETHTOL*', ['lsof', 'ethtool'], 'did you mean ethtool?'],
    ['rad', ['read', 'raid', 'shell'], 'did you mean raid or read?'],
    ['zebra', ['beb', 'b', 'a'], 'available: a, b, beb'],
    ['*', ['b', 'a'], 'available: a, b'],
    ['', ['b', 'a'], 'available: a, b'],
    ['zebra', [], 'available: none'],
  ])('what %j may mean among %j: %s', (wanted, names, said) => {
    expect(didYouMean(wanted, names)).toBe(said);
  });
});
