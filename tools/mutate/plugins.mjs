import { appendFileSync } from 'node:fs';
import { basename, relative } from 'node:path';
import { strykerValidationSchema, strykerPlugins as theirs } from '@stryker-mutator/vitest-runner';
import { ignoredTexts } from './ignored.mjs';
import { inProcesses, leftOutTests } from './rules.mjs';

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

/** Sorts files of tests by how long they took last time, the shortest first: a run ends at the first failure. */
const shortestFirst = (durations) =>
  class {
    sort(files) {
      const duration = ({ moduleId }) => durations.get(moduleId) ?? 0;
      return [...files].sort((one, other) => duration(one) - duration(other));
    }
    shard(files) {
      return files;
    }
  };

const create = (injector) => {
  const runner = inner(injector);
  const { init, run } = runner;
  const durations = new Map();
  // The runner asks vitest for threads, whatever the configuration says. A thread for each file of tests would take most
  // of the time; the threads end with the run of a mutant, so that every mutant begins with new modules.
  runner.init = async () => {
    await init.call(runner);
    runner.ctx.config.sequence.sequencer = shortestFirst(durations);
    const folder = basename(process.cwd());
    for (const { config } of runner.ctx.projects) {
      Object.assign(config, inProcesses.includes(folder) ? { pool: 'forks' } : { isolate: false });
      config.exclude = [...config.exclude, ...(leftOutTests[folder] ?? [])];
    }
  };
  // The runner looks at tests only: it would call a mutant a survivor whose module cannot even be loaded.
  runner.run = async (options) => {
    const result = await run.call(runner, options);
    for (const { filepath, result } of runner.ctx.state.getFiles())
      if (result?.state === 'pass') durations.set(filepath, result.duration);
    if (result.status !== 'complete' || result.tests.some(({ status }) => status === 1)) return result;
    const broken = runner.ctx.state.getFiles().filter((file) => file.result?.state === 'fail');
    return { ...result, tests: [...result.tests, ...broken.map(brokenFile)] };
  };
  return runner;
};
create.inject = inner.inject;

// A run that is cut short leaves the results that it came to.
const writeLines = () => ({
  onMutantTested({ fileName, location, replacement, status }) {
    const file = relative(process.cwd(), fileName);
    appendFileSync(
      process.env.MUTANT_RESULTS,
      `${JSON.stringify({ file, location, replacement, status })}\n`,
    );
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
