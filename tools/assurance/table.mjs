import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../workspace/root.mjs';
import { run } from '../workspace/run.mjs';
import { notPassed, packages, rowsOf, tableOf, withTable } from './rows.mjs';

const document = join(root, 'packages/engine/ASSURANCE.md');
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** Runs the kit and the other tests that are in the table; resolves to Vitest's reports. */
const runTests = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assurance-'));
  try {
    const reports = [];
    for (const name of ['', ...packages]) {
      const file = join(folder, `${name || 'kit'}.json`);
      const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), 'run'];
      const config = ['--config', join(root, 'tools/test/vitest.config.mjs')];
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile=${file}`];
      const only = name === '' ? ['tools/assurance'] : [];
      await run(process.execPath, [...vitest, ...config, ...reporters, ...only], {
        cwd: join(root, name && `packages/${name}`),
      });
      reports.push(readJson(file));
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
const rows = rowsOf(root, check ? lastReports() : await runTests());
const failed = notPassed(rows, Boolean(process.env.CI));
for (const { promise, file, status } of failed) console.log(`${status}: ${promise} (${file})`);

const text = readFileSync(document, 'utf8');
const wanted = withTable(text, tableOf(rows));
if (check && wanted !== text)
  console.log('ASSURANCE.md is out of date: run npm run assurance, and commit it');
else if (wanted !== text) {
  writeFileSync(document, wanted);
  console.log(`wrote ${document}`);
}
if (failed.length > 0 || (check && wanted !== text)) process.exitCode = 1;
