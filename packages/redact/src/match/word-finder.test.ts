import { expect, test } from 'vitest';
import { wordFinder } from './word-finder.js';

test('words are found in each line that has one, also words in words and those that several lists share', () => {
  const find = wordFinder([['pass', 'key'], undefined, ['password'], ['key', 'none']]);
  const { lines, lists } = find('a\npassword pass\n\nkeykey\npass');
  expect([...lines].map(([start, found]) => [start, ...found]).sort()).toEqual([
    [17, 0, 3],
    [2, 0, 2],
    [24, 0],
  ]);
  expect([...lists].sort()).toEqual([0, 2, 3]);
  expect(find('')).toEqual({ lines: new Map(), lists: new Set() });
});
