import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { temporaryDirectory } from './folder.ts';
import { clearReports, closingLines, count, failureLines, hasReports, leftToRun, total } from './reports.mjs';

const report = (numbers, testResults = []) => ({
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults,
  ...numbers,
});

let root;
const write = (project, value, name = 'test') => {
  mkdirSync(join(root, project, '.reports'), { recursive: true });
  writeFileSync(join(root, project, `.reports/${name}.json`), JSON.stringify(value));
};

beforeEach(() => {
  root = temporaryDirectory();
  mkdirSync(join(root, 'packages/untested'), { recursive: true });
});

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
  write('.', report({ numPassedTests: 8 }), 'test-publish');
  write('packages/a', report({ numPassedTests: 2, numFailedTests: 1 }));
  write('packages/b', report({ numPassedTests: 4, numPendingTests: 3 }));
  expect(total(root)).toEqual({ passed: 15, failed: 1, skipped: 4 });
});

test('reports of an earlier run are not counted', () => {
  write('.', report({ numPassedTests: 1 }), 'test-package');
  expect(hasReports(root)).toBe(false);
  write('packages/a', report({ numPassedTests: 2 }));
  expect(hasReports(root)).toBe(true);
  clearReports(root);
  expect(hasReports(root)).toBe(false);
  expect(total(root)).toEqual({ passed: 0, failed: 0, skipped: 0 });
});

test('left to run is each file with a skipped test, with what passed in it', () => {
  const file = (path, ...tests) => ({
    name: join(root, path),
    assertionResults: tests.map(([title, status, ...ancestorTitles]) => ({ title, status, ancestorTitles })),
  });
  write('.', report({}, [file('tools/x.test.mjs', ['one', 'passed'], ['two', 'failed'])]));
  write(
    'packages/a',
    report({}, [
      file(
        'packages/a/src/y.test.ts',
        ['one', 'passed', 'a group', 'within'],
        ['two', 'failed'],
        ['twice', 'passed'],
        ['twice (needs podman, root)', 'skipped'],
        ['three (needs podman)', 'pending'],
      ),
    ]),
  );
  expect(leftToRun(root)).toEqual({ 'packages/a/src/y.test.ts': ['a group > within > one'] });
});

test('the last lines list the missing components of skipped tests, and the sum on its own line', () => {
  const skipped = (title, status = 'pending') => ({ title, status });
  const assertionResults = [
    skipped('a (needs python3, root)'),
    skipped('b (needs root)'),
    skipped('c (needs python3)'),
    skipped('d (whatever)', 'skipped'),
    { title: 'e (needs strace)', status: 'passed' },
  ];
  write('packages/a', report({ numPassedTests: 1, numPendingTests: 4 }, [{ name: root, assertionResults }]));
  expect(closingLines(root, 0)).toEqual([
    'skipped: 2 needing python3, 1 needing root, 1 without a reason',
    '1 passed, 0 failed, 4 skipped',
  ]);
});

test('what failed is listed, with the start of its message', () => {
  const name = join(root, 'packages/a/src/a.test.ts');
  const failing = {
    name,
    status: 'failed',
    assertionResults: [
      {
        status: 'failed',
        fullName: 'adds',
        failureMessages: [
          '\u001b[31mError\u001b[39m: 2 is not 3\n    at a.test.ts:3\n    at node_modules/vitest/a.js:1',
        ],
      },
      { status: 'failed', fullName: 'counts', failureMessages: [Array(50).fill('line').join('\n')] },
      { status: 'passed', fullName: 'divides', failureMessages: [] },
    ],
  };
  const broken = { name, status: 'failed', message: 'Error: no such module', assertionResults: [] };
  const lines = failureLines(report({}, [failing, broken]), root);
  expect(lines.slice(0, 4)).toEqual([
    'failed: packages/a/src/a.test.ts: adds',
    '    Error: 2 is not 3',
    '        at a.test.ts:3',
    'failed: packages/a/src/a.test.ts: counts',
  ]);
  expect(lines.filter((line) => line === '    line')).toHaveLength(20);
  expect(lines.slice(-2)).toEqual(['failed: packages/a/src/a.test.ts', '    Error: no such module']);

  write('packages/a', report({ numFailedTests: 2 }, [failing]));
  expect(closingLines(root, 1)[0]).toBe('failed: packages/a/src/a.test.ts: adds');
});

test('a failure outside the tests, such as the style, is counted', () => {
  write('packages/a', report({ numPassedTests: 2 }));
  expect(closingLines(root, 0)).toEqual(['2 passed, 0 failed, 0 skipped']);
  expect(closingLines(root, 1)).toEqual([
    'something other than a test failed: see above',
    '2 passed, 1 failed, 0 skipped',
  ]);
  write('packages/b', report({ numFailedTests: 3 }));
  expect(closingLines(root, 1)).toEqual(['2 passed, 3 failed, 0 skipped']);
});
