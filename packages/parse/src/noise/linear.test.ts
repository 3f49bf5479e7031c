import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { noiseRule, specsWithNoise } from './index.js';

// The host writes these lines, and a pattern that can match a part of them in many ways, or from many places, may try them all.
const lines = ['1', '1 ', ' ', '\t', 'a', '[1:', '"a":', ' 1%', 'a an 1 second', '..'].map(
  (unit) => `${unit.repeat(300_000 / unit.length)}!`,
);

test.each(specsWithNoise)('the rule of %s does not try a line in all ways', (spec) => {
  const keysOf = (): number => noiseRule(spec)?.keys?.(lines).length ?? lines.length;
  // Only a pattern that needs longer than anyone waits is ended.
  expect(runInNewContext('keysOf()', { keysOf }, { timeout: 20_000 })).toBe(lines.length);
});
