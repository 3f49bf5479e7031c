import { expect, test } from 'vitest';
import { longestMask, masksIn } from '../match/mask-form.js';
import { maskCounter } from './mask-counter.js';

const mask = '<secret:password:1a2b>';
const counted = (...pieces: readonly string[]) => {
  const counter = maskCounter();
  for (const piece of pieces) counter.push(Buffer.from(piece));
  return counter.counts();
};

test('what a mask looks like is known here', () => {
  expect([...masksIn(mask)]).toHaveLength(1);
});

test('masks are counted by their rule, sorted', () => {
  const other = mask.replace('password', 'key');
  expect(counted('nothing')).toEqual({});
  expect(counted(`${mask} ${other}${mask}`)).toEqual({ key: 1, password: 2 });
  expect(Object.keys(counted(mask, other))).toEqual(['key', 'password']);
});

test('one that is cut by the end of a piece is counted once', () => {
  for (let at = 0; at <= mask.length; at++)
    expect(counted(`x${mask.slice(0, at)}`, '', mask.slice(at), 'y'.repeat(longestMask), 'z')).toEqual({
      password: 1,
    });
  expect(counted(...mask)).toEqual({ password: 1 });
});

test('the end of a piece does not count again with the next', () => {
  expect(counted(mask, mask.slice(1))).toEqual({ password: 1 });
  expect(counted(mask.slice(1))).toEqual({});
});
