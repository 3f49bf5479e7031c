import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../workspace/root.mjs';
import { run } from '../workspace/run.mjs';

/** The words, after Node's own, that run Vitest with the configuration of a workspace. */
export const vitestWords = (workspace = root) => [
  join(workspace, 'node_modules/vitest/vitest.mjs'),
  'run',
  ...['--config', join(workspace, 'tools/test/vitest.config.mjs')],
];

/** The words for Vitest that write its JSON report to a file, beside the usual output. */
export const reportWords = (file) => ['--reporter=default', '--reporter=json', `--outputFile=${file}`];

/** Runs tests in a folder of the workspace, and resolves to Vitest's JSON report, which passes through `file`. */
export const runTests = async (folder, file, tests) => {
  await run(process.execPath, [...vitestWords(), ...reportWords(file), ...tests], {
    cwd: join(root, folder),
  });
  const report = JSON.parse(readFileSync(file, 'utf8'));
  rmSync(file);
  return report;
};
