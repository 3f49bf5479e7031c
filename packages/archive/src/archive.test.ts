import { longestPath } from '@hostspec/host-kit';
import { describe, expect, test } from 'vitest';
import { memberPath, shownPath } from './archive-index.js';
import { defaultLimits, invalidArchive, jsonReaderOf, withDefaults } from './archive-limits.js';
import { wrongEnding } from './formats.js';

describe('endings', () => {
  test.each([
    ['x.tar.gz', 'tar.gz'],
    ['x.TGZ', 'tar.gz'],
    ['x-tar.gz', 'tar.gz'],
    ['x.ndjson', 'ndjson'],
    ['x.jsonl', 'ndjson'],
    ['web1.example.com', 'tar.gz'],
    ['web1-2026.11', 'ndjson'],
    ['web1.example.zip', 'directory'],
  ] as const)('%s can be the name of a %s', (name, format) =>
    expect(wrongEnding(name, format)).toBeUndefined(),
  );

  test.each([
    [
      'x.zip',
      'tar.gz',
      'ends in .zip, which no format has; allowed for the format tar.gz: a name that ends in .tar.gz or .tgz, or has no ending',
    ],
    ['x.tar.XZ', 'tar.gz', 'ends in .xz, which no format has'],
    ['x.json', 'ndjson', 'ends in .json, which no format has'],
    ['x.ndjson', 'tar.gz', 'ends in .ndjson, which is for the format ndjson'],
    ['x.tgz', 'ndjson', 'ends in .tgz, which is for the format tar.gz'],
    [
      'x.tgz',
      'directory',
      'ends in .tgz, which is for the format tar.gz; allowed for the format directory: a name without this ending',
    ],
  ] as const)('%s cannot be the name of a %s', (name, format, why) =>
    expect(wrongEnding(name, format)).toContain(why),
  );
});

describe('paths of members', () => {
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
});

describe('limits', () => {
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
});
