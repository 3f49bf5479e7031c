import { describe, expect, test } from 'vitest';
import { createRedaction, keywordRule } from '../index.js';

const masked = (words: readonly string[], text: string): string => {
  const { text: mask } = createRedaction({ rules: [keywordRule(words)] });
  return mask(text).replace(/__secret_keyword_[0-9a-f]{8}__/g, '█');
};

describe('a keyword is masked whatever its case', () => {
  test.each([
    ['Zephyr', 'ZEPHYR zephyr xZePhYrs'],
    ['Zürich', 'Zürich ZÜRICH zürich zÜrich'],
    ['Éclair', 'éclair ÉCLAIR'],
    ['Москва', 'москва МОСКВА МоСкВа'],
    ['Αθήνα', 'αθήνα'],
    ['東京', '東京 東京'],
    ['🦉🦉', '🦉🦉'],
    ['ÄÖÜÄÖÜÄÖÜ', 'äöüäöüäöü ÄöÜäÖüÄöÜ'],
    ['a.b+(c)', 'A.B+(C)'],
    ['Straße 7', 'straße 7'],
  ])('%s in %s', (word, text) => {
    const words = text.split(/ (?!7)/);
    expect(masked([word], `- ${words.join(', ')};`)).toMatch(
      new RegExp(`^- ${words.map(() => 'x?█s?').join(', ')};$`),
    );
  });
});

test('an accent is found as a part of its letter and as a character of its own', () => {
  for (const word of ['Zürich'.normalize('NFC'), 'Zürich'.normalize('NFD')])
    for (const text of ['Zürich'.normalize('NFC'), 'ZÜRICH'.normalize('NFD')])
      expect(masked([word], text)).toBe('█');
});

test('nothing else is masked, and no character is cut', () => {
  const text = 'Zurich Züric 京都 é ã© éclai';
  expect(masked(['Zürich', '東京', 'éclair'], text)).toBe(text);
});

test('the longest word wins', () => {
  expect(masked(['Zür', 'Zürich'], 'zürich')).toBe('█');
});

test('the keywords of a rule are starts of its words, in all cases and few', () => {
  const keywordsOf = (...words: readonly string[]) => keywordRule(words).keywords;
  const asText = (keywords: readonly string[]) =>
    keywords.map((each) => Buffer.from(each, 'latin1').toString());
  expect(keywordsOf('abc')).toEqual(['abc']);
  expect(keywordsOf('abcdef', 'abcdef')).toEqual(['abcdef']);
  expect(keywordsOf(`${'ab'.repeat(32)}c`)).toEqual(['ab'.repeat(32)]);
  expect(asText(keywordsOf('ab東'))).toEqual(['ab東']);
  expect(new Set(asText(keywordsOf('жжaa')))).toEqual(new Set(['жжaa', 'жЖaa', 'Жжaa', 'ЖЖaa']));
  // At most sixteen variants of case are keywords.
  expect(keywordsOf('жжжжж')).toHaveLength(16);
  expect(asText(keywordsOf('жжжжж')).every((each) => each.length === 4)).toBe(true);
  // Two characters are enough, if they have three bytes.
  expect(keywordsOf('жж')).toHaveLength(4);
});

test('the rule has its words as examples, and no others', () => {
  const { id, matches, others } = keywordRule(['Zür', 'badge', 'Zürich']);
  expect(id).toBe('keyword');
  expect(others).toEqual([]);
  expect(new Set(matches)).toEqual(
    new Set(
      ['Zür', 'Zürich']
        .flatMap((each) => [`«${each.normalize('NFC')}»`, `«${each.normalize('NFD')}»`])
        .concat('«badge»'),
    ),
  );
});

test('signs of expressions in a word mean themselves', () => {
  for (const word of ['a.c', 'a|b', 'a(b', 'a[b', 'a\\d', 'a*b', 'a^$', '\0\n\t', 'a-b', 'x{2}'])
    expect([word, masked([word], `<${word}> abc aab a1 xx`)]).toEqual([word, '<█> abc aab a1 xx']);
});

test('a word of a thousand bytes is masked as a whole', () => {
  const word = 'ab12'.repeat(250);
  expect(masked([word], `x ${word.toUpperCase()} y`)).toBe('x █ y');
  expect(masked([word], `x ${word.slice(1)} y`)).toBe(`x ${word.slice(1)} y`);
});
