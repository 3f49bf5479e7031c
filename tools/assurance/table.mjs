import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { replaceGenerated } from '../docs/sections.mjs';
import { runTests } from '../test/vitest.mjs';
import { root } from '../workspace/root.mjs';
import { failedRows, packages, rowsOf, tableOf } from './rows.mjs';

const document = join(root, 'packages/docs/ASSURANCE.md');
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** Runs the kit and the other tests that are in the table; resolves to Vitest's reports. */
const runAll = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assurance-'));
  try {
    const reports = [];
    for (const name of ['', ...packages]) {
      const tests = name === '' ? ['tools/assurance'] : [];
      reports.push(await runTests(name && `packages/${name}`, join(folder, 'report.json'), tests));
    }
    return reports;
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** The reports that the tests of the workspace left. */
const lastReports = () => [
  readJson(join(root, '.reports/test-kit.json')),
  ...packages.map((name) => readJson(join(root, `packages/${name}/.reports/test.json`))),
];

const check = process.argv.includes('--check');
const rows = rowsOf(root, check ? lastReports() : await runAll());
const failed = failedRows(rows);
for (const { promise, file, status } of failed) console.log(`${status}: ${promise} (${file})`);

const text = readFileSync(document, 'utf8');
const wanted = replaceGenerated(document, text, tableOf(rows), 'npm run assurance');
if (check && wanted !== text)
  console.log('ASSURANCE.md is out of date: run npm run assurance, and commit it');
else if (wanted !== text) {
  writeFileSync(document, wanted);
  console.log(`wrote ${document}`);
}
if (failed.length > 0 || (check && wanted !== text)) process.exitCode = 1;
