import { expect, test } from 'vitest';
import { canonicalJson } from './fingerprint.js';

test('the same data has the same text, in whatever order its keys are', () => {
  const text = '{"a":[1,{"b":null,"c":"x"}],"d":true}';
  expect(canonicalJson({ d: true, a: [1, { c: 'x', b: null }] })).toBe(text);
  expect(canonicalJson(JSON.parse(text))).toBe(text);
});

test('the order of a list counts', () => {
  expect(canonicalJson([2, 1])).toBe('[2,1]');
});

test('values that JSON cannot hold are left out of objects, and null in lists', () => {
  expect(canonicalJson({ a: undefined, b: 1 })).toBe('{"b":1}');
  expect(canonicalJson([undefined])).toBe('[null]');
});
