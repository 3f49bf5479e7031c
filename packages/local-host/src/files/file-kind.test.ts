import { type Stats, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { factsOf, kindOf } from './file-kind.js';

const questions = [
  'isFile',
  'isDirectory',
  'isBlockDevice',
  'isCharacterDevice',
  'isFIFO',
  'isSocket',
] as const;
const statsOf = (which?: (typeof questions)[number]) =>
  Object.fromEntries(questions.map((name) => [name, () => name === which])) as unknown as Stats;

test.each([
  ['isFile', 'file'],
  ['isDirectory', 'directory'],
  ['isBlockDevice', 'block'],
  ['isCharacterDevice', 'character'],
  ['isFIFO', 'fifo'],
  ['isSocket', 'socket'],
  [undefined, 'other'],
] as const)('what %s says of is a %s', (which, kind) => {
  expect(kindOf(statsOf(which))).toBe(kind);
});

test('facts are those of the system', () => {
  const stats = statSync('/');
  expect(factsOf(stats)).toEqual({ kind: 'directory', size: stats.size, modified: stats.mtimeMs });
});
