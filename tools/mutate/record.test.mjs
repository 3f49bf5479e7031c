import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../workspace/root.mjs';
import { readme, readmeWith, recordedScores, scoreTable, withScores } from './record.mjs';
import { thresholdIn } from './runs.mjs';

const mutant = (file, status) => ({ file, status });
const run = (files, ...mutants) => ({ each: { folder: 'b' }, files, mutants });

test('a file that was tested as a whole replaces its older score, and others stay', () => {
  const older = { b: { 'src/z.ts': { mutants: 9, caught: 9 }, 'src/a.ts': { mutants: 8, caught: 1 } } };
  const tested = run(['src/a.ts'], mutant('src/a.ts', 'caught'), mutant('src/a.ts', 'uncovered'));
  expect(withScores(older, [tested])).toEqual({
    b: { 'src/a.ts': { mutants: 2, caught: 1 }, 'src/z.ts': { mutants: 9, caught: 9 } },
  });
});

test('a run that was cut short, and files without mutants, are not recorded', () => {
  expect(withScores({}, [run([], mutant('src/a.ts', 'caught'))])).toEqual({});
  expect(withScores({}, [run(['src/types.ts'])])).toEqual({});
});

test('a sample is recorded with the size of its file, and replaces an older sample but no whole file', () => {
  const sample = run([], mutant('src/a.ts', 'caught'), mutant('src/a.ts', 'survived'));
  const tested = [{ ...sample, sampled: { 'src/a.ts': 40 } }];
  const recorded = { b: { 'src/a.ts': { mutants: 2, caught: 1, all: 40 } } };
  expect(withScores({}, tested)).toEqual(recorded);
  expect(withScores({ b: { 'src/a.ts': { mutants: 3, caught: 0, all: 39 } } }, tested)).toEqual(recorded);
  const whole = { b: { 'src/a.ts': { mutants: 39, caught: 30 } } };
  expect(withScores(whole, tested)).toEqual(whole);
});

test('a sample stands for all mutants of its file in the percentage of a package', () => {
  const scores = {
    b: { 'src/a.ts': { mutants: 10, caught: 10 }, 'src/z.ts': { mutants: 5, caught: 4, all: 90 } },
  };
  expect(
    scoreTable(scores, () => 85)
      .split('\n')
      .at(-1),
  ).toBe('| b | 2 | 1 | 100 | 15 | 14 | 82 | 85 |');
});

test('the table has a row for each package, whose percentage is never rounded up', () => {
  const scores = {
    b: { 'src/a.ts': { mutants: 2, caught: 2 }, 'src/z.ts': { mutants: 1998, caught: 1697 } },
  };
  expect(
    scoreTable(scores, () => 85)
      .split('\n')
      .at(-1),
  ).toBe('| b | 2 | 0 | 2000 | 2000 | 1699 | 84.9 | 85 |');
});

test('every file in the record exists', () => {
  for (const [folder, files] of Object.entries(recordedScores()))
    for (const file of Object.keys(files))
      expect(existsSync(join(root, 'packages', folder, file)), `${folder}/${file}`).toBe(true);
});

test('the README has the table of the record', () => {
  expect(readmeWith(readme(), recordedScores(), thresholdIn)).toBe(readme());
  expect(readmeWith('a <!-- scores -->\nold<!-- end of scores --> b', {}, thresholdIn)).toMatch(
    /^a <!-- scores -->\n\n\| Package .*\n\n<!-- end of scores --> b$/s,
  );
});
