import { expect, test } from 'vitest';
import { isArgument } from './argument.js';

test.each(['', 'plain', 'ä', '😀', '\ue000', 'a b\n'])('%j reaches a program unchanged', (text) => {
  expect(isArgument(text)).toBe(true);
});

test.each(['\0', 'a\0b', '\udc80', 'a\ud800', '\udfffb'])('%j does not', (text) => {
  expect(isArgument(text)).toBe(false);
});
