import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import glob from 'fast-glob';
import { root } from '../bootstrap/root.mjs';
import { packagesOf } from '../workspace/packages.mjs';
import { changesSince } from './changes.mjs';
import { runApart } from './namespace.mjs';
import { leftOut, thresholds } from './rules.mjs';
import { listed, mutantsOf } from './score.mjs';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));

const isMutated = (file) => !leftOut.some(([pattern]) => pattern.test(file));

/** The least percentage of caught mutants for a package; undefined if there is none. */
export const thresholdOf = ({ folder, isDomain }) =>
  thresholds[folder] ?? (isDomain ? thresholds.domain : undefined);

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

const reportOf = async ({ each, patterns }, seconds) => {
  const task = { folder: each.folder, mutate: patterns };
  const { status, read } = await runApart([process.execPath, here('inside.mjs')], task, { seconds });
  if (status === undefined) return undefined;
  if (status !== 0) throw new Error(`the mutants of ${each.folder} could not be tested: see above`);
  const report = read('report.json');
  // Stryker writes none if there is no mutant.
  return report === undefined ? { files: {} } : JSON.parse(report);
};

/**
 * Tests the mutants of runs, one run after another, as long as `budget` seconds allow: `{ tested, left }`. `tested` is
 * `[{ each, files, mutants }]`, `left` the files that there was no time for. The reports of Stryker go to `folder`, if given.
 */
export const testRuns = async (runs, { budget, folder }) => {
  const until = budget && Date.now() + budget * 1000;
  const tested = [];
  const left = [];
  for (const { each, files, ...run } of runs) {
    const seconds = until && (until - Date.now()) / 1000;
    console.log(`${each.folder}: ${files.length > 3 ? `${files.length} files` : files.join(', ')}`);
    const report =
      seconds === undefined || seconds > 0 ? await reportOf({ each, ...run }, seconds) : undefined;
    if (report === undefined) left.push(...files.map((file) => `packages/${each.folder}/${file}`));
    else tested.push({ each, files, mutants: mutantsOf(report) });
    if (report && folder)
      writeFileSync(join(folder, `${each.folder}-${tested.length}.json`), JSON.stringify(report));
  }
  return { tested, left };
};
