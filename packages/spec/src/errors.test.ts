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
