import { expect, test } from 'vitest';
import { defaultLimits, invalidArchive, jsonReaderOf, overLimit, withDefaults } from './archive-limits.js';

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

test.each([
  ['members', '200000 members'],
  ['bytes', '17179869184 bytes of content'],
  ['ratio', '1032 bytes of content for each byte of the file'],
  ['depth', '256 names in a path'],
  ['nameBytes', '67108864 bytes of paths'],
  ['jsonBytes', `${defaultLimits.jsonBytes} bytes of metadata`],
  ['jsonValues', `${defaultLimits.jsonValues} values in its metadata`],
] as const)('an archive beyond %s is refused with the limit', (name, words) => {
  expect(overLimit('/a.tar', defaultLimits, name)).toMatchObject({
    code: 'INVALID_ARCHIVE',
    subject: '/a.tar',
    message: `cannot read /a.tar: it has more than ${words} (limit ${name})`,
  });
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
