import { describe, expect, test } from 'vitest';
import { joinWords, quoteWord, splitWords } from '../index.js';
import { countPlaceholders } from './command-line.js';

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
