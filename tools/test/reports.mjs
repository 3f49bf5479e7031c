import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const folder = '.reports';

const projects = (root) => [
  root,
  ...readdirSync(join(root, 'packages')).map((name) => join(root, 'packages', name)),
];

/** Removes the reports of an earlier run, so that only what ran now (or what turbo restores) is counted. */
export const clearReports = (root) => {
  for (const project of projects(root)) rmSync(join(project, folder), { recursive: true, force: true });
};

/** Whether a test file failed before any test of it could. */
const failedToLoad = ({ status, assertionResults }) =>
  status === 'failed' && !assertionResults.some((test) => test.status === 'failed');

/**
 * Counts one Vitest JSON report; a test file that failed before any test of it could run counts as one failed. A test that was left out
 * because it passed elsewhere is counted there.
 */
export const count = (report) => {
  const broken = report.testResults.filter(failedToLoad).length;
  const leftOut = report.testResults.flatMap((file) => file.assertionResults).filter(passedElsewhere).length;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken,
    skipped: report.numPendingTests + report.numTodoTests - leftOut,
  };
};

/** Whether a test did not run because it passed on another machine, as passed-elsewhere.ts notes. */
const passedElsewhere = ({ meta }) => meta?.passedElsewhere === true;

/** All reports of the workspace at `root`. */
const reportsOf = (root) =>
  projects(root)
    .map((project) => join(project, folder))
    .filter(existsSync)
    .flatMap((path) => readdirSync(path).map((name) => join(path, name)))
    .filter((path) => path.endsWith('.json'))
    .map((path) => JSON.parse(readFileSync(path, 'utf8')));

/** Whether a package was tested in the workspace at `root`. */
export const hasReports = (root) =>
  projects(root)
    .slice(1)
    .some((project) => existsSync(join(project, folder)));

/** The sum of all reports of the workspace at `root`: `{ passed, failed, skipped }`. */
export const total = (root) => {
  const counts = reportsOf(root).map(count);
  const sum = (key) => counts.reduce((before, each) => before + each[key], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
};

const didNotRun = ['pending', 'skipped', 'todo', 'disabled'];

/** The components that a skipped test needs, as its title ends. */
const needed = / \(needs ([^)]*)\)$/;

const nameOf = ({ ancestorTitles, title }) => [...ancestorTitles, title.replace(needed, '')].join(' > ');

/**
 * What is left to run, from all reports of the workspace at `root`, on a machine with more components: the files with skipped tests, by
 * path below `root`, each with the names of its tests that passed.
 */
export const leftToRun = (root) =>
  Object.fromEntries(
    reportsOf(root)
      .flatMap(({ testResults }) => testResults)
      .map(({ name, assertionResults }) => {
        const skipped = assertionResults.filter(({ status }) => didNotRun.includes(status)).map(nameOf);
        const passed = assertionResults.filter(({ status }) => status === 'passed').map(nameOf);
        return { file: relative(root, name), skipped, passed };
      })
      .filter(({ skipped }) => skipped.length > 0)
      // Several tests may have one name.
      .map(({ file, skipped, passed }) => [file, passed.filter((name) => !skipped.includes(name))]),
  );

const mostLines = 20;

/**
 * What failed in a Vitest JSON report: for each test a line `failed: FILE: NAME`, with the file's path below `root`, then the start of its
 * message, indented by four spaces.
 */
export const failureLines = (report, root) =>
  report.testResults.flatMap((file) => {
    const path = relative(root, file.name);
    const failed = file.assertionResults.filter(({ status }) => status === 'failed');
    const tests = failed.map(({ fullName, failureMessages }) => [
      `failed: ${path}: ${fullName}`,
      failureMessages.join('\n'),
    ]);
    if (failedToLoad(file)) tests.push([`failed: ${path}`, file.message]);
    return tests.flatMap(([title, message]) => [
      title,
      ...stripVTControlCharacters(message)
        .split('\n')
        .filter((line) => !/^ *at .*node_modules/.test(line))
        .slice(0, mostLines)
        .map((line) => `    ${line}`),
    ]);
  });

/** The number of skipped tests by missing component, the first name in a title's `(needs …)`. */
const wants = (root) => {
  const found = new Map();
  for (const { testResults } of reportsOf(root))
    for (const test of testResults.flatMap(({ assertionResults }) => assertionResults)) {
      const { title, status } = test;
      if (!didNotRun.includes(status) || passedElsewhere(test)) continue;
      const [name] = needed.exec(title)?.[1].split(', ') ?? [undefined];
      found.set(name, (found.get(name) ?? 0) + 1);
    }
  return [...found]
    .map(([name, tests]) => ({ name, tests }))
    .sort((one, other) => other.tests - one.tests || String(one.name).localeCompare(String(other.name)));
};

/**
 * The last lines of a run that ended with `status`: the tests that failed, with their messages, the missing components of skipped tests, and on its own line the sum,
 * `N passed, N failed, N skipped`. A failure outside the tests counts as one failed test.
 */
export const closingLines = (root, status) => {
  const { passed, failed, skipped } = total(root);
  const reasons = wants(root).map(({ name, tests }) =>
    name === undefined ? `${tests} without a reason` : `${tests} needing ${name}`,
  );
  const other = status !== 0 && failed === 0;
  return [
    ...reportsOf(root).flatMap((report) => failureLines(report, root)),
    ...(reasons.length > 0 ? [`skipped: ${reasons.join(', ')}`] : []),
    ...(other ? ['something other than a test failed: see above'] : []),
    `${passed} passed, ${other ? 1 : failed} failed, ${skipped} skipped`,
  ];
};
