import { readFileSync } from 'node:fs';
import { nameMatcher } from '@hostspec/spec';
import { expect, test } from 'vitest';
import { absolutePath, fileNameMatcher, hasRawBytes, nameBytes, normalize, pathMatcher } from './names.js';

test.each([
  ['plain', '706c61696e', false],
  ['ä', 'c3a4', false],
  // Half of this pair would be an escape by itself.
  ['\u{1f4a9}', 'f09f92a9', false],
  ['\udc80', '80', true],
  ['a\udcffb', '61ff62', true],
  ['ä\udce4\udcf6', 'c3a4e4f6', true],
])('%j has the bytes %s', (name, hex, isRaw) => {
  expect(Buffer.from(nameBytes(name)).toString('hex')).toBe(hex);
  expect(hasRawBytes(name)).toBe(isRaw);
});

test('a dot at the beginning of a name of a file, and a slash, match only themselves', () => {
  expect(['.a', 'a'].filter(fileNameMatcher('*'))).toEqual(['a']);
  expect(['.a', 'a'].filter(fileNameMatcher('.*'))).toEqual(['.a']);
  expect(['/x/a', '/x/y/a', '/x/.a', '/.x/a'].filter(pathMatcher('/*/*'))).toEqual(['/x/a']);
});

test.each([
  ['etc/hosts', '/etc/hosts'],
  ['/etc//./hosts/.', '/etc/hosts'],
  ['/etc/../usr/./lib/..', '/usr'],
  ['../../etc', '/etc'],
  ['/etc/.hidden/..x', '/etc/.hidden/..x'],
  ['/dev/disk/', '/dev/disk'],
  ['', '/'],
])('%s is %s', (path, normal) => {
  expect([normalize(path), absolutePath(path)]).toEqual([normal, normal]);
});

test('a NUL byte is refused, unless the path is only compared', () => {
  expect(absolutePath('etc/\0/')).toBe('/etc/\0');
  expect(() => normalize('/etc\0')).toThrow(
    expect.objectContaining({ problem: 'refused', message: 'path "/etc\\u0000" contains a NUL byte' }),
  );
});

test('the table that the runner is tested with has what these matchers say', () => {
  const file = new URL('../../../runner/go/internal/pattern/testdata/cases.json', import.meta.url);
  const { names, cases } = JSON.parse(readFileSync(file, 'utf8'));
  for (const [pattern, results] of cases)
    expect(
      names.map((name: string) => +nameMatcher(pattern)(name) + 2 * +fileNameMatcher(pattern)(name)),
      pattern,
    ).toEqual(results);
});
