import { expect, test } from 'vitest';
import { isLetterAt, isLetterBefore, lineBefore } from './view.js';

const letters = ['a', 'z', 'A', 'Z', '0', '9', 'é', 'ß', 'Ж', '東', '🦉'];
const signs = [' ', '/', ':', '@', '[', '`', '{', '\x7f', '\0', '’', '→', '─', '\u3000', '、', '\u00a0', '«'];

test.each(letters)('%s is a letter, before and after a position', (letter) => {
  const bytes = Buffer.from(`-${letter}-`);
  expect(isLetterAt(bytes, 1)).toBe(true);
  expect(isLetterBefore(bytes, bytes.length - 1)).toBe(true);
});

test.each(signs)('%j is no letter, before and after a position', (sign) => {
  const bytes = Buffer.from(`a${sign}a`);
  expect(isLetterAt(bytes, 1)).toBe(false);
  expect(isLetterBefore(bytes, bytes.length - 1)).toBe(false);
});

test('a sign counts as such right behind another character of several bytes', () => {
  for (const before of ['é', '東', '🦉', '’']) {
    const bytes = Buffer.from(`${before}’x`);
    expect(isLetterBefore(bytes, bytes.length - 1)).toBe(false);
  }
});

test('bytes that are not UTF-8 are letters, and beyond the bytes there is none', () => {
  const bytes = Buffer.from([0x80, 0x80, 0x80, 0x80, 0x80, 0xff]);
  for (let at = 1; at <= bytes.length; at++) expect([at, isLetterBefore(bytes, at)]).toEqual([at, true]);
  for (let at = 0; at < bytes.length; at++) expect([at, isLetterAt(bytes, at)]).toEqual([at, true]);
  expect([isLetterBefore(bytes, 0), isLetterAt(bytes, bytes.length)]).toEqual([false, false]);
});

test('the line before a position is known if it has at most 100 bytes', () => {
  expect(lineBefore('one\ntwo', 7)).toBe('two');
  expect(lineBefore('one\ntwo', 4)).toBe('');
  expect(lineBefore('one', 2)).toBe('on');
  expect(lineBefore('', 0)).toBe('');
  const long = 'x'.repeat(100);
  expect(lineBefore(long, 100)).toBe(long);
  expect(lineBefore(`\n${long}`, 101)).toBeUndefined();
  expect(lineBefore(`\n${long}`, 101, 101)).toBe(long);
  expect(lineBefore(`y\n${long.slice(1)}`, 101)).toBe(long.slice(1));
  expect(lineBefore(`${long}y`, 101)).toBeUndefined();
});
