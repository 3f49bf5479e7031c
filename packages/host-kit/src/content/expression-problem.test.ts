import { expect, test } from 'vitest';
import { expressionProblem } from './expression-problem.js';

test.each([
  [{ error: 'missing closing )', input: '(' }, 'missing closing )'],
  [
    { error: 'trailing backslash at end of expression', input: null },
    'trailing backslash at end of expression',
  ],
  [{ error: 'invalid escape sequence', input: '\\1' }, '\\1 is not possible'],
])('%j in plain words, with what is allowed', (error, words) => {
  expect(expressionProblem(error)).toMatch(/^cannot be used: .*; allowed: RE2, without /);
  expect(expressionProblem(error)).toContain(`: ${words};`);
});
