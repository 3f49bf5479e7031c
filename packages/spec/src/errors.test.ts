import { expect, test } from 'vitest';
import { available } from './index.js';

test('a few names are all listed, sorted, the nearest first', () => {
  expect(available([])).toBe('none');
  expect(available(['b', 'a'])).toBe('a, b');
  expect(available(['cmdline', 'ethtool', 'ethtool_i', 'lsof'], 'ETHTOL')).toBe(
    'ethtool, ethtool_i, cmdline, lsof',
  );
});

test('only the nearest of many names are listed, with the number of the others', () => {
  const names = Array.from({ length: 536 }, (_, index) => `spec_${index}`);
  expect(available([...names, 'ethtool'], 'ethtol')).toMatch(/^ethtool(, spec_\d+){9} and 527 more$/);
});

test('forty names are all shown, one more is not', () => {
  const names = (count: number) => Array.from({ length: count }, (_, index) => `s${index}`);
  expect(available(names(40)).split(', ')).toHaveLength(40);
  expect(available(names(41))).toMatch(/^(s\d+, ){9}s\d+ and 31 more$/);
});

test('a name is near if it shares pairs of letters, for its length, in either case', () => {
  expect(available(['abcxyzuvw', 'abc'], 'ABC')).toBe('abc, abcxyzuvw');
  expect(available(['zab', 'abz'], 'ab')).toBe('abz, zab');
  // A pair of letters counts, a letter alone does not.
  expect(available(['a', 'b'], 'b')).toBe('a, b');
  expect(available([''], '')).toBe('');
});

test('of a wanted name only the beginning counts', () => {
  expect(available(['abab', 'cdcd'], `${'cd'.repeat(100)}${'ab'.repeat(1000)}`)).toBe('cdcd, abab');
  expect(available(['er', 'a'])).toBe('a, er');
});
