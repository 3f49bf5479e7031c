import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { likeliestFirst, writeLines } from './plugins.mjs';
import { sampleOf } from './sample.mjs';
import { testedFiles } from './score.mjs';

const location = (line) => ({ start: { line, column: 0 }, end: { line, column: 1 } });
const mutantsIn = (file, count) =>
  Array.from({ length: count }, (_, at) => ({ file, location: location(at), replacement: 'true' }));
const linesOf = (mutants) => mutants.map((mutant) => mutant.location.start.line);
const sample = (mutants, size) => sampleOf(mutants, (mutant) => mutant, size);

describe('a sample', () => {
  test('draws as many mutants of each file, in their order, and the same ones every time', () => {
    const mutants = [...mutantsIn('src/a.ts', 50), ...mutantsIn('src/b.ts', 2)];
    const { chosen, counts } = sample(mutants, 5);
    expect(counts).toEqual({ 'src/a.ts': { chosen: 5, all: 50 }, 'src/b.ts': { chosen: 2, all: 2 } });
    expect(chosen.slice(5)).toEqual(mutants.slice(50));
    expect(linesOf(chosen.slice(0, 5))).toEqual(
      linesOf(chosen.slice(0, 5)).sort((one, other) => one - other),
    );
    expect(sample(mutants, 5)).toEqual({ chosen, counts });
  });

  test('does not take the first mutants, and a larger one contains them all', () => {
    const mutants = mutantsIn('src/a.ts', 50);
    const drawn = linesOf(sample(mutants, 5).chosen);
    expect(drawn).not.toEqual([0, 1, 2, 3, 4]);
    expect(linesOf(sample(mutants, 20).chosen)).toEqual(expect.arrayContaining(drawn));
  });

  test('has all mutants if there is no size', () => {
    expect(sample(mutantsIn('src/a.ts', 50)).chosen).toHaveLength(50);
  });
});

describe('a plan', () => {
  let folder;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'mutate-'));
    vi.stubEnv('MUTANT_RESULTS', join(folder, 'results'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const planOf = ({ file, ...mutant }, plan = 'Run') => ({
    plan,
    mutant: { ...mutant, fileName: resolve(file) },
  });
  const reported = (plans) => {
    writeLines().onMutationTestingPlanReady({ mutantPlans: plans });
    return readFileSync(join(folder, 'results'), 'utf8');
  };

  test('keeps the mutants of a sample only, and says how many there are', () => {
    vi.stubEnv('MUTANT_SAMPLE', '2');
    const plans = mutantsIn('src/a.ts', 9).map((mutant) => planOf(mutant));
    expect(JSON.parse(reported(plans))).toEqual({ counts: { 'src/a.ts': { chosen: 2, all: 9 } } });
    expect(plans).toHaveLength(2);
  });

  test('does not count what is left as it is', () => {
    const [first, second] = mutantsIn('src/a.ts', 2);
    const plans = [planOf(first), planOf(second, 'EarlyResult')];
    expect(JSON.parse(reported(plans))).toEqual({ counts: { 'src/a.ts': { chosen: 1, all: 1 } } });
    expect(plans).toEqual([planOf(first)]);
  });
});

describe('the files that were tested', () => {
  const files = ['src/a.ts', 'src/b.ts', 'src/c.ts', 'src/types.ts'];
  const counts = {
    'src/a.ts': { chosen: 2, all: 2 },
    'src/b.ts': { chosen: 1, all: 9 },
    'src/c.ts': { chosen: 2, all: 9 },
  };
  const results = (...tested) =>
    [{ counts }, ...tested.map((file) => ({ file, status: 'Killed' }))]
      .map((line) => `${JSON.stringify(line)}\n`)
      .join('');

  test('are whole or a sample once their mutants were tested, even if the run was cut short', () => {
    const tested = results('src/a.ts', 'src/a.ts', 'src/b.ts', 'src/c.ts');
    expect(testedFiles(files, tested, false)).toEqual({ whole: ['src/a.ts'], sampled: { 'src/b.ts': 9 } });
  });

  test('have no mutants if a run that ended names none', () => {
    const tested = results('src/a.ts', 'src/a.ts');
    expect(testedFiles(files, tested, true).whole).toEqual(['src/a.ts', 'src/types.ts']);
  });
});

test('a run starts with the tests of the file itself, then those that are fast and caught many mutants', () => {
  const durations = new Map([
    ['/x/own.test.ts', 900],
    ['/x/short.test.ts', 10],
    ['/x/long.test.ts', 100],
    ['/x/catcher.test.ts', 100],
  ]);
  const Order = likeliestFirst({
    source: () => '/x/own.ts',
    durations,
    catches: new Map([['/x/catcher.test.ts', 19]]),
  });
  const all = [...durations.keys()].reverse().map((moduleId) => ({ moduleId }));
  expect(new Order().sort(all).map(({ moduleId }) => moduleId)).toEqual([
    '/x/own.test.ts',
    '/x/catcher.test.ts',
    '/x/short.test.ts',
    '/x/long.test.ts',
  ]);
});
