import { describe, expect, test } from 'vitest';
import { createRedaction, keywordRule } from './index.js';

const masked = (words: readonly string[], text: string): string => {
  const { text: mask } = createRedaction({ rules: [keywordRule(words)] });
  return mask(text).replace(/<secret:keyword:[0-9a-f]{4}>/g, '█');
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
