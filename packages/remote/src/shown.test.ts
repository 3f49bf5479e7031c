import { describe, expect, test } from 'vitest';
import { lastLines, shown } from './shown.js';

describe('text of a stranger', () => {
  test('that has at most as many characters as it may have is whole', () => {
    expect(shown('12345', 5)).toBe('12345');
    expect(shown('123456', 5)).toBe('1234…');
  });

  test.each([
    ['a line feed', 'a\nb', 'a\\u000ab'],
    ['an escape', '\x1b[2J', '\\u001b[2J'],
    ['a control character of C1', 'a\x9bb', 'a\\u009bb'],
    ['a text that runs backwards', 'a\u202eb', 'a\\u202eb'],
    ['a separator of lines and one of paragraphs', '\u2028\u2029', '\\u2028\\u2029'],
    ['half of a pair', 'a\ud800b', 'a\\ud800b'],
    ['a tag that nobody sees', '\u{e0041}', '\\ue0041'],
    ['other characters of any script', 'ß 漢 😀', 'ß 漢 😀'],
  ])('is shown with %s as an escape or as it is', (_, text, expected) => {
    expect(shown(text, 100)).toBe(expected);
  });
});

describe('the last lines of a program', () => {
  test('are at most six, on one line, without empty ones', () => {
    expect(lastLines('1\n2\r\n3\n\n \n 4 \n5\r6\n7\n')).toBe('2; 3; 4; 5; 6; 7');
    expect(lastLines('')).toBe('');
    expect(lastLines(' \n\r\n')).toBe('');
  });

  test('have no frame of a warning, but addresses', () => {
    expect(lastLines('@@@@@\n@ WARNING @\n@@@@@\na@b\n')).toBe('@ WARNING @; a@b');
  });

  test('are cut after 600 characters', () => {
    expect(lastLines('x'.repeat(601))).toBe(`${'x'.repeat(599)}…`);
    expect(lastLines('xyz', 2)).toBe('x…');
  });
});
