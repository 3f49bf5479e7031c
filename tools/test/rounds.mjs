import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { add, count } from './reports.mjs';
import { runTests } from './vitest.mjs';

// The suites that draw at random, race or wait: their packages, and in them the tests.
const suites = {
  engine: [],
  archive: [],
  cli: ['src/catalog-file/fuzz.test.ts', 'src/collect'],
};
const rounds = Number(process.argv[2] ?? 1);
const newSeed = () => Math.floor(Math.random() * 1e9);

const folder = mkdtempSync(join(tmpdir(), 'rounds-'));
const busy = Array.from({ length: availableParallelism() }, () =>
  spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
);
const sum = { passed: 0, failed: 0, skipped: 0 };
try {
  for (let round = 1; round <= rounds; round++) {
    const seed = String(process.env.HOSTSPEC_SEED ?? newSeed());
    for (const [name, files] of Object.entries(suites)) {
      console.log(`round ${round} of ${rounds}: ${name} with HOSTSPEC_SEED=${seed}`);
      const report = join(folder, 'report.json');
      add(sum, count(await runTests(`packages/${name}`, report, files, { HOSTSPEC_SEED: seed })));
    }
  }
} finally {
  for (const process of busy) process.kill();
  rmSync(folder, { recursive: true });
}
console.log(`${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`);
process.exitCode = sum.failed > 0 ? 1 : 0;
