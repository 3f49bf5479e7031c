import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nameMatcher } from '../text/glob.js';

test('a name or glob matches what its regular expression does', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '_', '.', '*', '?'), maxLength: 8 });
  const name = fc.string({ unit: fc.constantFrom('a', 'b', '_', '.'), maxLength: 10 });
  fc.assert(
    fc.property(text, name, (pattern, candidate) => {
      const source = pattern.replaceAll('.', '\\.').replaceAll('*', '.*').replaceAll('?', '.');
      expect(nameMatcher(pattern)(candidate)).toBe(new RegExp(`^${source}$`).test(candidate));
    }),
    { numRuns: 5000 },
  );
});

test('a glob with many stars ends for a long name', () => {
  expect(nameMatcher(`${'*a'.repeat(60)}b`)('a'.repeat(10_000))).toBe(false);
  expect(nameMatcher(`${'*a'.repeat(60)}*`)('a'.repeat(10_000))).toBe(true);
});
