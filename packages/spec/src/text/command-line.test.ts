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

  test.each(["'open", '"open', 'end\\'])('%j is an error', (line) => {
    expect(() => splitWords(line)).toThrow(/command line/);
  });

  test('what joinWords joins splits again', () => {
    const words = ['a b', "it's", '$(id)', '', '-x', 'ü\n', '"', '\\'];
    expect(splitWords(joinWords(words))).toEqual(words);
    expect(quoteWord('/plain/word-1.2')).toBe('/plain/word-1.2');
  });
});

test.each([
  ['', 0],
  ['%s %% %{NAME} %s', 2],
] as const)('%j has %i placeholders', (template, count) => {
  expect(countPlaceholders(template)).toBe(count);
});
