import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceGenerated } from '../docs/sections.mjs';
import { root } from '../workspace/root.mjs';
import { packages, rowsOf, tableOf } from './rows.mjs';

const document = join(root, 'packages/docs/ASSURANCE.md');
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** The reports that the tasks of turbo left. */
const reports = [
  readJson(join(root, '.reports/test-kit.json')),
  ...packages.map((name) => readJson(join(root, `packages/${name}/.reports/test.json`))),
];

const text = readFileSync(document, 'utf8');
const wanted = replaceGenerated(document, text, tableOf(rowsOf(root, reports)), 'npm run assurance');
if (wanted !== text && process.argv.includes('--check')) {
  console.log('ASSURANCE.md is out of date: run npm run assurance, and commit it');
  process.exitCode = 1;
} else if (wanted !== text) {
  writeFileSync(document, wanted);
  console.log(`wrote ${document}`);
}
