import { lstatSync } from 'node:fs';
import { expect, test } from 'vitest';
import { kindWords } from './kind-words.js';

test.each([
  ['/', 'directory'],
  ['/dev/null', 'device'],
  ['/proc/self', 'symbolic link'],
  ['/proc/self/stat', 'regular file'],
])('%s is a %s', (path, words) => {
  expect(kindWords(lstatSync(path))).toBe(words);
});
