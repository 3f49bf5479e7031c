import { appendFileSync } from 'node:fs';
import { basename, relative } from 'node:path';
import { strykerValidationSchema, strykerPlugins as theirs } from '@stryker-mutator/vitest-runner';
import { ignoredTexts } from './ignored.mjs';
import { inProcesses, leftOutTests } from './rules.mjs';
import { sampleOf } from './sample.mjs';

const inner = theirs[0].factory;

export { strykerValidationSchema };

/** The test that stands for a file of tests that failed without one of them: it did not load, or a hook failed. */
const brokenFile = ({ filepath, result }) => ({
  id: `${filepath}#`,
  name: filepath,
  timeSpentMs: 0,
  status: 1,
  failureMessage: result.errors?.[0]?.message ?? 'the file of tests failed',
});

/**
 * Sorts files of tests, as a run ends at the first failure: the file's own tests come first, then those that took little
 * time and caught much. `source` gives the file that is
 * mutated, `durations` and `catches` are milliseconds and numbers by file of tests.
 */
export const likeliestFirst = ({ source, durations, catches }) => {
  const cost = ({ moduleId }) =>
    moduleId === source().replace(/\.ts$/, '.test.ts')
      ? -1
      : (durations.get(moduleId) ?? 0) / (1 + (catches.get(moduleId) ?? 0));
  return class {
    sort(files) {
      return [...files].sort((one, other) => cost(one) - cost(other));
    }
    shard(files) {
      return files;
    }
  };
};

const create = (injector) => {
  const runner = inner(injector);
  const { init, run, mutantRun } = runner;
  let source = '';
  const [durations, catches] = [new Map(), new Map()];
  // The runner asks vitest for threads, whatever the configuration says. A thread for each file of tests would take most
  // of the time; the threads end with the run of a mutant, so that every mutant begins with new modules.
  runner.init = async () => {
    await init.call(runner);
    runner.ctx.config.sequence.sequencer = likeliestFirst({ source: () => source, durations, catches });
    const folder = basename(process.cwd());
    for (const { config } of runner.ctx.projects) {
      Object.assign(config, inProcesses.includes(folder) ? { pool: 'forks' } : { isolate: false });
      config.exclude = [...config.exclude, ...(leftOutTests[folder] ?? [])];
    }
  };
  runner.mutantRun = (options) => {
    // What catches the mutants of one file says nothing about those of the next.
    if (source !== options.activeMutant.fileName) catches.clear();
    source = options.activeMutant.fileName;
    return mutantRun.call(runner, options);
  };
  // The runner looks at tests only: it would call a mutant a survivor whose module cannot even be loaded.
  runner.run = async (options) => {
    const result = await run.call(runner, options);
    for (const { filepath, result } of runner.ctx.state.getFiles()) {
      if (result?.state === 'pass') durations.set(filepath, result.duration);
      if (result?.state === 'fail') catches.set(filepath, 1 + (catches.get(filepath) ?? 0));
    }
    if (result.status !== 'complete' || result.tests.some(({ status }) => status === 1)) return result;
    const broken = runner.ctx.state.getFiles().filter((file) => file.result?.state === 'fail');
    return { ...result, tests: [...result.tests, ...broken.map(brokenFile)] };
  };
  return runner;
};
create.inject = inner.inject;

const write = (line) => appendFileSync(process.env.MUTANT_RESULTS, `${JSON.stringify(line)}\n`);

const factsOf = ({ fileName, location, replacement }) => ({
  file: relative(process.cwd(), fileName),
  location,
  replacement,
});

// A run that is cut short leaves the results that it came to.
export const writeLines = () => ({
  onMutationTestingPlanReady({ mutantPlans }) {
    const runs = mutantPlans.filter(({ plan }) => plan === 'Run');
    const size = process.env.MUTANT_SAMPLE && Number(process.env.MUTANT_SAMPLE);
    const { chosen, counts } = sampleOf(runs, ({ mutant }) => factsOf(mutant), size || undefined);
    // Stryker tests what this list holds then.
    mutantPlans.splice(0, mutantPlans.length, ...chosen);
    write({ counts });
  },
  onMutantTested(mutant) {
    write({ ...factsOf(mutant), status: mutant.status });
  },
});
writeLines.inject = [];

/**
 * The plugins of Stryker: its runner for vitest, but with an eye on files of tests that fail as a whole; what is left as it
 * is, with the reason; and a report in lines of JSON.
 */
export const strykerPlugins = [
  { kind: 'TestRunner', name: 'vitest-files', factory: create },
  { kind: 'Ignore', name: 'texts', value: ignoredTexts },
  { kind: 'Reporter', name: 'lines', factory: writeLines },
];
