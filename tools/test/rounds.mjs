import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../workspace/root.mjs';
import { repeatedTests } from './changeable.mjs';
import { add, count, failureLines } from './reports.mjs';
import { runTests } from './vitest.mjs';

// Two suites side by side, each with a worker for each core, and a busy process: more than two cores can do.
const sideBySide = 2;
const rounds = Number(process.argv[2] ?? 5);
const newSeed = () => Math.floor(Math.random() * 1e9);

const suites = repeatedTests();
for (const { name, tests } of suites)
  for (const { file, reasons } of tests)
    console.log(`each round runs packages/${name}/${file}, which ${reasons.join(' and ')}`);

const folder = mkdtempSync(join(tmpdir(), 'rounds-'));
const busy = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
const failures = [];
const sum = { passed: 0, failed: 0, skipped: 0 };

const runSuite = async ({ name, tests }, seed) => {
  const files = tests.map(({ file }) => file);
  const report = join(folder, `${name}.json`);
  const results = await runTests(`packages/${name}`, report, files, { HOSTSPEC_SEED: seed });
  add(sum, count(results));
  failures.push(...failureLines(results, root));
};

const runRound = async (round) => {
  const seed = String(process.env.HOSTSPEC_SEED ?? newSeed());
  console.log(`round ${round} of ${rounds}, with HOSTSPEC_SEED=${seed}`);
  const waiting = [...suites];
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await runSuite(next, seed);
  };
  await Promise.all(Array.from({ length: sideBySide }, lane));
};

try {
  for (let round = 1; round <= rounds; round++) await runRound(round);
} finally {
  busy.kill();
  rmSync(folder, { recursive: true });
}
for (const line of failures) console.log(line);
console.log(`${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`);
process.exitCode = sum.failed > 0 ? 1 : 0;
