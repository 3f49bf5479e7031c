import { longestPath } from '@hostspec/host-kit';
import { expect, test } from 'vitest';
import { memberPath, shownPath } from './archive-index.js';

test.each([
  ['a', { path: 'a' }],
  ['./a//b/', { path: 'a/b' }],
  ['a/b/c', { path: 'a/b/c' }],
  ['a/b/c/d', { reason: 'its path has more than 3 names' }],
  ['/a', { reason: 'its path is absolute' }],
  ['a/../b', { reason: 'its path contains ..' }],
  ['a\0b', { reason: 'its path contains NUL' }],
  ['x'.repeat(longestPath), { path: 'x'.repeat(longestPath) }],
  [`€${'x'.repeat(longestPath - 2)}`, { reason: `its path is longer than ${longestPath} bytes` }],
])('the path of the member %j, with three names at most', (name, place) => {
  expect(memberPath(name, 3)).toEqual(place);
});

test('a long path is cut for a message', () => {
  expect(shownPath('x'.repeat(200))).toBe('x'.repeat(200));
  expect(shownPath('x'.repeat(201))).toBe(`${'x'.repeat(200)}…`);
});
