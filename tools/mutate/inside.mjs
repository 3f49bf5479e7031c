import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Stryker } from '@stryker-mutator/core';
import { root } from '../workspace/root.mjs';

// Runs below enter.sh, and nowhere else: it changes the sources in place, and runs them.
const [out] = process.argv.slice(2);
const { folder, mutate, concurrency, sample } = JSON.parse(readFileSync(join(out, 'task.json'), 'utf8'));
if (!readFileSync('/proc/1/cmdline', 'utf8').includes('/tools/mutate/enter.sh'))
  throw new Error('mutants run in namespaces of their own only: use npm run mutate');

process.chdir(join(root, 'packages', folder));
process.env.MUTANT_RESULTS = join(out, 'results');
if (sample) process.env.MUTANT_SAMPLE = sample;
await new Stryker({
  allowEmpty: true,
  concurrency,
  coverageAnalysis: 'perTest',
  // Counting what each test reaches makes searches for secrets many times as slow; the budget ends a run that takes too long.
  dryRunTimeoutMinutes: 60,
  // Nobody keeps this copy of the tree.
  inPlace: true,
  ignorePatterns: ['dist', 'fixtures'],
  ignorers: ['texts'],
  logLevel: 'warn',
  mutate,
  plugins: [fileURLToPath(new URL('plugins.mjs', import.meta.url))],
  // The first one leaves the others only the mutants of a sample.
  reporters: ['lines', 'progress-append-only'],
  testRunner: 'vitest-files',
  // A busy machine is slow: what is not caught must not count as caught because it took long.
  timeoutFactor: 2,
  timeoutMS: 5000,
  vitest: { configFile: join(root, 'tools/test/vitest.config.mjs') },
}).runMutationTest();
