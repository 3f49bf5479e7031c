import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { clearReports, count, total } from './reports.mjs';

const report = (numbers, testResults = []) => ({
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults,
  ...numbers,
});

let root;
const write = (project, value, name = 'vitest') => {
  mkdirSync(join(root, project, '.reports'), { recursive: true });
  writeFileSync(join(root, project, `.reports/${name}.json`), JSON.stringify(value));
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'reports-'));
  mkdirSync(join(root, 'packages/untested'), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true }));

test('a test file that fails to load counts as one failed test', () => {
  const broken = { status: 'failed', assertionResults: [] };
  const failing = { status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] };
  expect(count(report({ numPassedTests: 1, numFailedTests: 1 }, [broken, failing]))).toEqual({
    passed: 1,
    failed: 2,
    skipped: 0,
  });
});

test('the total adds the reports of the packages and of the workspace', () => {
  write('.', report({ numPassedTests: 1, numTodoTests: 1 }));
  write('.', report({ numPassedTests: 8 }), 'publish');
  write('packages/a', report({ numPassedTests: 2, numFailedTests: 1 }));
  write('packages/b', report({ numPassedTests: 4, numPendingTests: 3 }));
  expect(total(root)).toEqual({ passed: 15, failed: 1, skipped: 4 });
});

test('reports of an earlier run are not counted', () => {
  write('packages/a', report({ numPassedTests: 2 }));
  clearReports(root);
  expect(total(root)).toEqual({ passed: 0, failed: 0, skipped: 0 });
});
