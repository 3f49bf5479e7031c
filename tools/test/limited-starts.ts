import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import { TestRunner } from 'vitest';
import { limited } from './limited.js';

/** Milliseconds of a program that starts while no test runs, such as one of a hook. */
const beside = 180_000;

// A program that a test waits for in this way stops the clock of the test's own limit too.
const limitNow = (): number => 0.75 * (TestRunner.getCurrentTest()?.timeout || beside);

childProcess.spawnSync = limited(childProcess.spawnSync, limitNow);
childProcess.execFileSync = limited(childProcess.execFileSync, limitNow);
childProcess.execSync = limited(childProcess.execSync, limitNow);
syncBuiltinESMExports();
