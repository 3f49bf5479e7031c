import { describe, expect, test } from 'vitest';
import {
  count,
  exactObjectOf,
  flag,
  listOf,
  mapOf,
  number,
  objectOf,
  oneOf,
  type Shape,
  text,
  time,
} from './shape.js';

describe('a simple value', () => {
  test.each<[string, Shape, unknown[]]>([
    ['a string', text, ['', 'a']],
    ['a number', number, [0, -1.5]],
    ['a whole number, 0 or more', count, [0, 7]],
    ['true or false', flag, [true, false]],
    ['milliseconds since 1970', time, [0, 8.64e15, -8.64e15]],
    ['a, b', oneOf(['a', 'b']), ['a', 'b']],
  ])('that is %s has no problem', (_, shape, values) => {
    for (const value of values) expect(shape(value, 'it')).toBeUndefined();
  });

  test.each<[string, Shape, unknown[]]>([
    ['a string', text, [1, null]],
    ['a number', number, ['1', Number.NaN]],
    ['a whole number, 0 or more', count, [-1, 1.5, 2 ** 53]],
    ['true or false', flag, [0, 'true']],
    ['milliseconds since 1970', time, [8.64e15 + 2, '0']],
    ['a, b', oneOf(['a', 'b']), ['c', 1, null]],
  ])('that is not %s is named with what is allowed', (allowed, shape, values) => {
    for (const value of values)
      expect(shape(value, 'it')).toBe(`it is ${JSON.stringify(value)}; allowed: ${allowed}`);
  });

  test('is shown in short', () => {
    const shown = (value: unknown) =>
      flag(value, 'it')?.replace(/^it is (.*); allowed: true or false$/, '$1');
    expect(shown(undefined)).toBe('missing');
    expect(shown(['a'])).toBe('a list');
    expect(shown({ a: 1 })).toBe('an object');
    expect(shown(null)).toBe('null');
    expect(shown('x'.repeat(81))).toBe(`"${'x'.repeat(79)}…"`);
  });
});

describe('a list', () => {
  const list = listOf(count);

  test('has entries of one shape, and the first that is not is named by its index', () => {
    expect(list([], 'it')).toBeUndefined();
    expect(list([1, 2], 'it')).toBeUndefined();
    expect(list([1, 'a', 'b'], 'it')).toBe('it[1] is "a"; allowed: a whole number, 0 or more');
  });

  test('is not an object or a text', () => {
    expect(list({ 0: 1 }, 'it')).toBe('it is an object; allowed: a list');
    expect(list('1', 'it')).toBe('it is "1"; allowed: a list');
  });
});

describe('an object', () => {
  const parts = [{ name: text }, { size: count }] as const;
  const [object, exact] = [objectOf(...parts), exactObjectOf(...parts)];

  test.each([
    ['open', object],
    ['exact', exact],
  ])('has all required keys and may have the optional ones: %s', (_, shape) => {
    expect(shape({ name: 'a' }, 'it')).toBeUndefined();
    expect(shape({ name: 'a', size: 1 }, 'it')).toBeUndefined();
    expect(shape({ size: 1 }, 'it')).toBe('it.name is missing; allowed: a string');
    expect(shape({ name: 'a', size: 'b' }, 'it')).toBe('it.size is "b"; allowed: a whole number, 0 or more');
    expect(shape({ name: 'a', size: undefined }, 'it')).toMatch('it.size is missing');
    expect(shape(Object.create({ name: 'a' }), 'it')).toMatch('it.name is missing');
    for (const other of [null, [], 'name']) expect(shape(other, 'it')).toMatch('; allowed: an object');
  });

  test('may have other keys, unless it is exact', () => {
    const value = { name: 'a', [`x${'y'.repeat(99)}`]: 1 };
    expect(object(value, 'it')).toBeUndefined();
    expect(exact(value, 'it')).toBe(`it has the key "x${'y'.repeat(78)}…"; allowed: name, size`);
    expect(objectOf({})({ a: 1 }, 'it')).toBeUndefined();
    expect(exactObjectOf({})({}, 'it')).toBeUndefined();
  });
});

describe('a map', () => {
  const map = mapOf(count);

  test('has values of one shape, and the first that is not is named by its key, in short', () => {
    expect(map({}, 'it')).toBeUndefined();
    expect(map({ a: 1 }, 'it')).toBeUndefined();
    expect(map({ a: 1, [`x${'y'.repeat(99)}`]: 'b' }, 'it')).toBe(
      `it.x${'y'.repeat(79)} is "b"; allowed: a whole number, 0 or more`,
    );
  });

  test.each([null, [1], 'a'])('is not %j', (value) => {
    expect(map(value, 'it')).toMatch(/^it is .*; allowed: an object$/);
  });
});

test('a key that is required and optional is required', () => {
  expect(objectOf({ a: number }, { a: number })({}, 'it')).toBe('it.a is missing; allowed: a number');
});
