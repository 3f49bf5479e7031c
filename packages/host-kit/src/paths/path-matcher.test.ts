import { expect, test } from 'vitest';
import { fileNameMatcher, pathMatcher } from './path-matcher.js';

test('a dot at the beginning of a name of a file, and a slash, match only themselves', () => {
  expect(['.a', 'a'].filter(fileNameMatcher('*'))).toEqual(['a']);
  expect(['.a', 'a'].filter(fileNameMatcher('.*'))).toEqual(['.a']);
  expect(['/x/a', '/x/y/a', '/x/.a', '/.x/a'].filter(pathMatcher('/*/*'))).toEqual(['/x/a']);
});
