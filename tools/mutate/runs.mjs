import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import glob from 'fast-glob';
import { packagesOf } from '../workspace/packages.mjs';
import { root } from '../workspace/root.mjs';
import { changesSince } from './changes.mjs';
import { runApart } from './namespace.mjs';
import { leftOut, thresholds } from './rules.mjs';
import { listed, mutantsOf, testedFiles } from './score.mjs';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));

const isMutated = (file) => !leftOut.some(([pattern]) => pattern.test(file));

/** The least percentage of caught mutants for a package; undefined if there is none. */
export const thresholdOf = ({ folder, isDomain }) =>
  thresholds[folder] ?? (isDomain ? thresholds.domain : undefined);

/** The least percentage of caught mutants for the package in a folder. */
export const thresholdIn = (folder) => {
  const each = packagesOf(root).find((one) => one.folder === folder);
  return each && thresholdOf(each);
};

/** The list of survivors of a package, by key. */
export const survivorsOf = (folder) => {
  const path = here(`survivors/${folder}.json`);
  return listed(existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : []);
};

const packageNamed = (name, all) => {
  const found = all.find(({ folder, manifest }) => [folder, manifest.name].includes(name));
  if (found) return found;
  throw new Error(`there is no package ${name}; allowed: ${all.map(({ folder }) => folder).join(', ')}`);
};

/** The runs for the files of packages that match a pattern, one for each package: `{ each, files, patterns }`. */
export const runsOfPackages = (names, pattern = 'src/**/*.ts') => {
  const all = packagesOf(root);
  return names
    .map((name) => packageNamed(name, all))
    .map((each) => ({ each, files: glob.sync(pattern, { cwd: each.path }).filter(isMutated).sort() }))
    .filter(({ files }) => files.length > 0)
    .map(({ each, files }) => ({ each, files, patterns: files }));
};

/** The runs for the lines that differ from a commit, one for each file, the most changed first. */
export const runsOfChanges = (commit) => {
  const all = new Map(packagesOf(root).map((each) => [each.folder, each]));
  return changesSince(root, commit)
    .filter(({ folder, file }) => all.has(folder) && thresholdOf(all.get(folder)) && isMutated(file))
    .map(({ folder, file, ranges }) => ({
      each: all.get(folder),
      files: [file],
      patterns: ranges.map(([first, last]) => `${file}:${first}-${last}`),
    }));
};

const testRun = async ({ each, files, patterns }, { seconds, concurrency, sample }) => {
  const task = { folder: each.folder, mutate: patterns, concurrency, sample };
  const { status, results } = await runApart([process.execPath, here('inside.mjs')], task, { seconds });
  if (status !== 0 && status !== undefined)
    throw new Error(`the mutants of ${each.folder} could not be tested: see above`);
  const mutants = mutantsOf(results, (file) => readFileSync(join(each.path, file), 'utf8'));
  return { results, mutants, ...testedFiles(files, results, status === 0) };
};

const leftOf = ({ each, files }, { whole, sampled, mutants }) =>
  files
    .filter((file) => !whole.includes(file) && !Object.hasOwn(sampled, file))
    .map((file) => {
      const count = mutants.filter((mutant) => mutant.file === file).length;
      const part = count > 0 ? ` (${count} mutants were tested)` : '';
      return `packages/${each.folder}/${file}${part}`;
    });

const untested = { results: '', mutants: [], whole: [], sampled: {} };

/**
 * Tests the mutants of runs, one run after another, as long as `budget` seconds allow: `{ tested, left }`. `tested` is
 * `[{ each, files, sampled, mutants }]`, where `files` were tested as a whole and `sampled` says how many mutants the files
 * have of which `sample` were tested; `left` says which files there was no time for. The results go to `folder` too, if
 * given.
 */
export const testRuns = async (runs, { budget, folder, sample, concurrency = 2 }) => {
  const until = budget && Date.now() + budget * 1000;
  const tested = [];
  const left = [];
  for (const run of runs) {
    const { each, files } = run;
    const seconds = until && (until - Date.now()) / 1000;
    const isInTime = seconds === undefined || seconds > 0;
    if (isInTime)
      console.log(`${each.folder}: ${files.length > 3 ? `${files.length} files` : files.join(', ')}`);
    const answer = isInTime ? await testRun(run, { seconds, concurrency, sample }) : untested;
    if (folder) writeFileSync(join(folder, `${each.folder}-${tested.length}`), answer.results);
    const { whole, sampled, mutants } = answer;
    if (mutants.length + whole.length > 0) tested.push({ each, files: whole, sampled, mutants });
    left.push(...leftOf(run, answer));
  }
  return { tested, left };
};
