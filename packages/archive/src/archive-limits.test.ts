import { expect, test } from 'vitest';
import { defaultLimits, invalidArchive, jsonReaderOf, withDefaults } from './archive-limits.js';

test('limits that are not given have their defaults', () => {
  expect(withDefaults()).toEqual(defaultLimits);
  expect(withDefaults({ depth: 0.5 })).toEqual({ ...defaultLimits, depth: 0.5 });
});

test.each([0, -1, Number.NaN, '5', null, undefined])('a limit of %s is refused', (value) => {
  expect(() => withDefaults({ depth: value as number })).toThrow(
    expect.objectContaining({
      code: 'INVALID_OPTION',
      subject: 'limits.depth',
      value,
      message: `limits.depth ${value} is not allowed; allowed: a number above 0`,
    }),
  );
});

test('why an archive cannot be read has its cause', () => {
  const cause = new Error('no');
  expect(invalidArchive('/a', 'it is broken', cause)).toMatchObject({
    message: 'cannot read /a: it is broken',
    cause,
  });
});

test('a document beyond the limits of metadata is not read', () => {
  const json = jsonReaderOf({ ...defaultLimits, jsonBytes: 9, jsonValues: 3 });
  expect(json.read('[1,2]    ')).toEqual([1, 2]);
  const [text, values] = ['[1,2]     ', '[1,2,3,4]'].map(
    (document) => () => jsonReaderOf({ ...defaultLimits, jsonBytes: 9, jsonValues: 3 }).read(document),
  );
  expect(text).toThrow('9');
  expect(values).toThrow('3');
});
