import { statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { factsOf, kindOf } from './open.js';

test('facts are those of the system', () => {
  const stats = statSync('/');
  expect(kindOf(statSync('/dev/null'))).toBe('character');
  expect(factsOf(stats)).toEqual({ kind: 'directory', size: stats.size, modified: stats.mtimeMs });
});
