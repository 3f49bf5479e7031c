import { expect, test } from 'vitest';
import { expressionProblem } from './expression-problem.js';

test.each([
  [{ error: 'missing closing )', input: '(' }, 'a ( is not closed'],
  [{ error: 'trailing backslash at end of expression', input: null }, 'it ends with a backslash'],
  [{ error: 'invalid escape sequence', input: '\\1' }, '\\1 is not possible'],
])('%j in plain words, with what is allowed', (error, words) => {
  expect(expressionProblem(error)).toMatch(/^cannot be used: .*; allowed: the syntax of RE2, without /);
  expect(expressionProblem(error)).toContain(`: ${words};`);
});
