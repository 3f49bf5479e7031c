import { expect, test } from 'vitest';
import { available, didYouMean, nearest } from '../index.js';

test('a few names are all listed, sorted, the nearest first', () => {
  expect(available([])).toBe('none');
  expect(available(['b', 'a'])).toBe('a, b');
  expect(available(['cmdline', 'ethtool', 'ethtool_i', 'lsof'], 'ETHTOL')).toBe(
    'ethtool, ethtool_i, lsof, cmdline',
  );
});

test('of many names that are not similar, none is listed, but the command that lists them', () => {
  const names = (count: number) => Array.from({ length: count }, (_, index) => `s${index}`);
  expect(didYouMean('zebra', names(40), 'list').split(', ')).toHaveLength(40);
  expect(didYouMean('zebra', names(41), 'list')).toBe('none of the 41 names is similar; list lists them');
  expect(didYouMean('zebra', names(41))).toBe('none of the 41 names is similar');
  expect(didYouMean('ethtol', [...names(41), 'ethtool'], 'list')).toBe('did you mean ethtool?');
});

test('a name is near if it shares pairs of letters, for its length, in either case', () => {
  expect(available(['abcxyzuvw', 'bcd', 'abc'], 'ABC')).toBe('abc, bcd, abcxyzuvw');
  expect(available(['zaby', 'yabz'], 'AB')).toBe('yabz, zaby');
  expect(available(['a', 'b'], 'b')).toBe('b, a');
  expect(available(['xyz', 'ethtool_i', 'ethtool'], 'eth')).toBe('ethtool, ethtool_i, xyz');
  expect(available(['cmdline', 'x'], '')).toBe('cmdline, x');
  expect(available([''], '')).toBe('');
});

test('a letter that is missing, wrong or in the wrong place still finds a name', () => {
  const names = ['collect', 'catalog', 'catalog diff', 'show', 'read'];
  for (const wanted of ['colect', 'collevt', 'colletc', 'Collect'])
    expect(nearest(wanted, names)).toEqual(['collect']);
  expect(nearest('cata', names)).toEqual(['catalog', 'catalog diff']);
  expect([nearest('hsow', names), nearest('shaw', names)]).toEqual([['show'], ['show']]);
  expect([nearest('raed', names), nearest('rad', names)]).toEqual([['read'], ['read']]);
  expect(nearest('ethtol', ['ethtool_S', 'ethtool_T', 'ethtool'])).toEqual(['ethtool']);
  expect([nearest('zebra', names), nearest('', names)]).toEqual([[], []]);
});

test('of a wanted name only the beginning counts', () => {
  expect(available(['abab', 'cdcd'], `${'cd'.repeat(100)}${'ab'.repeat(1000)}`)).toBe('cdcd, abab');
  expect(available(['er', 'a'])).toBe('a, er');
});

test.each([
  ['ethtol', ['lsof', 'ethtool'], 'did you mean ethtool?'],
  ['ETHTOL*', ['lsof', 'ethtool'], 'did you mean ethtool?'],
  ['rad', ['read', 'raid', 'shell'], 'did you mean raid or read?'],
  ['zebra', ['beb', 'b', 'a'], 'available: a, b, beb'],
  ['*', ['b', 'a'], 'available: a, b'],
  ['', ['b', 'a'], 'available: a, b'],
  ['zebra', [], 'available: none'],
])('what %j may mean among %j: %s', (wanted, names, said) => {
  expect(didYouMean(wanted, names)).toBe(said);
});
