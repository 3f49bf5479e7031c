import { mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { root } from '../workspace/root.mjs';
import { baseOf } from './changes.mjs';
import { hindrance } from './namespace.mjs';
import { recordScores } from './record.mjs';
import { runsOfChanges, runsOfPackages, survivorsOf, testRuns, thresholdIn, thresholdOf } from './runs.mjs';
import { resultsOf, textOf } from './text.mjs';

const usage = `usage: npm run mutate -- --filter PACKAGE | --changed [REF]

  --filter PACKAGE   changes the sources of a package in small ways, such as kernel, and looks whether its suite
                     notices; may be repeated
  --files GLOB       only these files of it, such as 'src/live/*.ts'
  --changed          only lines that differ from REF; without it, from the commit where HEAD left main or, on main, from
                     the commit before
  --sample N         at most N mutants of each file, the same ones every time
  --budget SECONDS   as many runs as fit; says what was left out
  --concurrency N    as many mutants at a time; without it, 2
  --record           writes the scores of files that were tested to the end, as a whole or by a sample, to tools/mutate
  --report FOLDER    keeps the result of every mutant there, in lines of JSON

Exits with 1 if a package is below its threshold (tools/mutate/rules.mjs), or if its list of survivors is wrong.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    filter: { type: 'string', multiple: true, default: [] },
    files: { type: 'string' },
    changed: { type: 'boolean', default: false },
    sample: { type: 'string' },
    budget: { type: 'string' },
    concurrency: { type: 'string' },
    record: { type: 'boolean', default: false },
    report: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

const runsToTest = () => {
  if (!values.changed) return runsOfPackages(values.filter, values.files);
  const commit = positionals[0] ?? baseOf(root);
  if (commit !== undefined) return runsOfChanges(commit);
  console.log('this commit has no parent: nothing was changed');
  return [];
};

const secondsOf = (text) => {
  const seconds = Number(text);
  if (seconds > 0) return seconds;
  throw new Error(`--budget is ${text}; allowed: seconds, more than 0`);
};

const countOf = (option, text, most) => {
  const count = /^[1-9]\d*$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= most) return count;
  throw new Error(`${option} is ${text}; allowed: 1 to ${most}`);
};

const main = async () => {
  const budget = values.budget && secondsOf(values.budget);
  const concurrency = values.concurrency && countOf('--concurrency', values.concurrency, 99);
  const sample = values.sample && countOf('--sample', values.sample, 9999);
  const runs = runsToTest();
  const problem = runs.length > 0 && hindrance();
  if (problem) throw new Error(problem);
  if (values.report) mkdirSync(values.report, { recursive: true });
  const { tested, left } = await testRuns(runs, {
    budget,
    concurrency,
    sample,
    folder: values.report,
  });
  if (values.record && !values.changed) recordScores(tested, thresholdIn);
  const results = resultsOf(tested, { survivorsOf, thresholdOf, isChange: values.changed });
  console.log(textOf(results, left));
  process.exitCode = results.some(({ passed }) => !passed) ? 1 : 0;
};

if (values.help || values.filter.length > 0 === values.changed) {
  console.log(usage);
  process.exitCode = values.help ? 0 : 2;
} else {
  await main().catch(({ message }) => {
    console.error(`mutate: ${message}`);
    process.exitCode = 2;
  });
}
