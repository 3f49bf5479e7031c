import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { isMask, isMaskCount, longestMask, overlapsMask } from '../match/mask-form.js';
import { maskCounter, maskWith } from './mask.js';

const key = Buffer.from('a key for tests');
const longest = `__secret_${'a_9z'.repeat(10)}_09af12cd__`;

test('a mask has the start of the HMAC of its secret, however many there are', () => {
  const mask = maskWith(key);
  const wanted = (secret: string) =>
    `__secret_x_${createHmac('sha256', key).update(secret, 'latin1').digest('hex').slice(0, 8)}__`;
  for (let round = 0; round < 2; round++)
    for (let each = 0; each < 5000; each++) {
      const secret = `s\xe9cret ${each}`;
      if (mask('x', secret) !== wanted(secret)) expect(mask('x', secret)).toBe(wanted(secret));
    }
  expect(mask('other', 's\xe9cret 1')).toBe(wanted('s\xe9cret 1').replace('_x_', '_other_'));
});

test('without a key, masks differ from run to run', () => {
  const digits = Array.from({ length: 20 }, () => maskWith()('x', 'secret'));
  expect(new Set(digits).size).toBeGreaterThan(1);
});

test('the longest mask is a mask, and a longer one is not', () => {
  expect(longest).toHaveLength(longestMask);
  expect(isMask(longest)).toBe(true);
  expect(isMask(longest.replace('a', 'aa'))).toBe(false);
  for (const each of [`x${longest}`, `${longest}x`, `${longest}\n`, longest.toUpperCase()])
    expect([each, isMask(each)]).toEqual([each, false]);
});

test.each(['', 'x', 'x'.repeat(200), `${longest}`, '__secret_'])(
  'the positions of a mask are inside it, and no others, after %j',
  (before) => {
    for (const mask of [longest, '__secret_jwt_12ab12ab__']) {
      const text = `${before}${mask} password`;
      const inside = [...text].map((_, at) => overlapsMask(text, at, at + 1)).slice(before.length);
      expect(inside).toEqual([...`${mask} password`].map((_, at) => at < mask.length));
    }
  },
);

test('a position before a mask is outside of it, also behind another sign of less', () => {
  const text = '<a> password=x __secret_jwt_12ab12ab__';
  expect([...text].map((_, at) => overlapsMask(text, at, at + 1)).indexOf(true)).toBe(
    text.indexOf('__secret'),
  );
});

test('text that only begins like a mask is none', () => {
  const text = '__secret_jwt_12ab12a password __secret_jwt_12ab12ag__ x';
  expect([...text].some((_, at) => overlapsMask(text, at, at + 1))).toBe(false);
});

/** True if the number marked in a text is a count of masks. */
const isCount = (marked: string): boolean => isMaskCount(marked.replace('«', ''), marked.indexOf('«'));
const many = (count: number) =>
  Array.from({ length: count }, (_, each) => `"rule-${each}":${each + 1},`).join('');

test.each([
  '"masked":{"password":«1}',
  '"masked":{"password":«123456789,"x":1}',
  '"masked":{"jwt":1,"password":«1}',
  `"masked":{${many(5)}"password":«1}`,
  `"masked":{${many(200)}"password":«1}`,
  // A part of a manifest without the start of its list.
  `${many(10)}"password":«1}`,
  `"masked":{"${'a'.repeat(40)}":«1}`,
])('the count of a rule is no secret: %s', (text) => {
  expect(isCount(text)).toBe(true);
});

test.each([
  '"password":«1}',
  `${many(9)}"password":«1}`,
  `${many(9)}"Login":1,"password":«1}`,
  '"masked":{"password": «1}',
  '"masked":{"password":«1 }',
  '"masked":{"password":«1',
  '"masked":{"password":«a1}',
  '"masked":{"password":«1234567890}',
  '"masked":{"jwt":1234567890,"password":«1}',
  `"masked":{"${'a'.repeat(41)}":«1}`,
  '"masked":{"jwt":"x","password":«1}',
  '"masked":{"password":1«2}',
  '"masked":{"":«1}',
  '"masked":{} "password":«1}',
])('another number can be one: %s', (text) => {
  expect(isCount(text)).toBe(false);
});

const mask = '__secret_password_1a2b1a2b__';
const counted = (...pieces: readonly string[]) => {
  const counter = maskCounter();
  for (const piece of pieces) counter.push(Buffer.from(piece));
  return counter.counts();
};

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

test('lines with masks are counted, however they are cut', () => {
  const text = `a\n${mask} ${mask}\n\n${mask.replace('password', 'key')}${mask}\nb`;
  for (let at = 0; at <= text.length; at++) {
    const counter = maskCounter();
    for (const piece of [text.slice(0, at), text.slice(at)]) counter.push(Buffer.from(piece));
    expect([counter.lines(), counter.counts()]).toEqual([
      { key: 1, password: 2 },
      { key: 1, password: 3 },
    ]);
  }
});
