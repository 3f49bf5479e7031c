import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Mutants delete, overwrite and kill what the original would not.
if (!readFileSync('/proc/1/cmdline', 'utf8').includes('/tools/mutate/enter.sh'))
  throw new Error('mutants run in namespaces of their own only: use npm run mutate');

const out = process.env.MUTATE_OUT;

export default {
  allowEmpty: true,
  concurrency: 2,
  coverageAnalysis: 'perTest',
  // Counting what each test reaches makes searches for secrets many times as slow.
  dryRunTimeoutMinutes: 60,
  htmlReporter: { fileName: join(out, 'mutation.html') },
  ignorePatterns: ['dist', 'fixtures'],
  incremental: true,
  incrementalFile: join(out, 'incremental.json'),
  // Nobody keeps this copy of the tree.
  inPlace: true,
  mutate: [
    'src/**/*.ts',
    '!src/**/{*.test,*.test-d,index,specs,variant-a,version,testing}.ts',
    '!src/**/testing/**',
  ],
  plugins: [import.meta.resolve('@stryker-mutator/vitest-runner')],
  clearTextReporter: { logTests: false, reportTests: false },
  reporters: ['clear-text', 'html', 'progress-append-only'],
  testRunner: 'vitest',
  thresholds: { high: 85, low: 75, break: null },
  // A busy machine is slow: what is not caught must not count as caught because it took long.
  timeoutFactor: 2,
  vitest: { configFile: fileURLToPath(new URL('vitest.config.mjs', import.meta.url)) },
};
