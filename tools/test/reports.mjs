import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const folder = '.reports';

const projects = (root) => [
  root,
  ...readdirSync(join(root, 'packages')).map((name) => join(root, 'packages', name)),
];

/** Removes the reports of an earlier run, so that only what ran now (or what turbo restores) is counted. */
export const clearReports = (root) => {
  for (const project of projects(root)) rmSync(join(project, folder), { recursive: true, force: true });
};

/** Counts one Vitest JSON report; a test file that failed before any test of it could run counts as one failed. */
export const count = (report) => {
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  ).length;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken,
    skipped: report.numPendingTests + report.numTodoTests,
  };
};

const read = (project) => {
  const path = join(project, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(path, name), 'utf8')));
};

/** The sum of all reports of the workspace at `root`: `{ passed, failed, skipped }`. */
export const total = (root) => {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const report of projects(root).flatMap(read)) {
    const counts = count(report);
    for (const key of Object.keys(sum)) sum[key] += counts[key];
  }
  return sum;
};

/** Prints the sum of all reports on a line of its own: `N passed, N failed, N skipped`. */
export const printTotal = (root) => {
  const { passed, failed, skipped } = total(root);
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
};
