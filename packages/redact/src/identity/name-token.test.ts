import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeName, encodeName, longestName, nameTokens } from './name-token.js';

const { map, unmap } = nameTokens(Buffer.alloc(32, 7));
const name = fc.oneof(
  fc.stringMatching(/^[a-z0-9-]{1,63}$/),
  fc.stringMatching(/^[A-Za-z][A-Za-z0-9_.]{0,20}$/),
  fc
    .uint8Array({ minLength: 1, maxLength: longestName })
    .map((bytes) => Buffer.from(bytes).toString('latin1')),
);

test('every name comes back from its token, with its capital letters', () => {
  fc.assert(
    fc.property(name, (each) => {
      expect(map(each)).toMatch(/^[A-Za-z]{12,256}$/);
      expect(unmap(map(each))).toBe(each);
    }),
    { numRuns: 500 },
  );
});

test('a token has at least 12 letters, and few more than its name', () => {
  expect(map('web')).toHaveLength(12);
  expect(map('web01').length).toBeLessThanOrEqual(13);
  for (const each of ['server-01', 'db-test-0012', 'rhel-instance-in-rack-nine-test-data-store-0001-east-a'])
    expect(map(each).length).toBeLessThanOrEqual(each.length + 8);
});

test('no two names have the same token', () => {
  const names = Array.from({ length: 5000 }, (_, each) => `node${each}`);
  expect(new Set(names.map(map)).size).toBe(names.length);
});

test('capital letters are kept in the token', () => {
  const token = map('web01');
  expect(map('WEB01')).toBe(token.toUpperCase());
  expect(map('Web01')).toBe(token.slice(0, 1).toUpperCase() + token.slice(1));
  expect(unmap(`${token.slice(0, 5)}${token.slice(5).toUpperCase()}`)).toBeUndefined();
});

test('words that are not tokens stay, and so do tokens of another key', () => {
  const other = nameTokens(Buffer.alloc(32, 8));
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]{12,40}$/), (word) => {
      expect(unmap(word)).toBeUndefined();
    }),
    { numRuns: 2000 },
  );
  expect(other.unmap(map('web01'))).toBeUndefined();
  expect(unmap('short')).toBeUndefined();
  expect(unmap('a'.repeat(300))).toBeUndefined();
});

test('a number has at most one name', () => {
  let names = 0;
  for (let code = 0n; code < 20_000n; code++) {
    const found = decodeName(code, longestName);
    if (found === undefined) continue;
    names++;
    expect(encodeName(found)).toBe(code);
  }
  expect(names).toBeGreaterThan(38);
});

test('words that the code uses itself are names like others', () => {
  for (const each of ['end', 'escape', 'e', '', ' ', '\xff\0', 'zürich'])
    expect(decodeName(encodeName(each), longestName)).toBe(each);
});
