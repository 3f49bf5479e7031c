import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import { TestRunner } from 'vitest';

interface Options {
  readonly timeout?: number;
}

type Start = (...args: readonly unknown[]) => unknown;

/**
 * Gives a function of `node:child_process` that waits for its program a limit, unless the caller sets one. A program that reaches it is
 * killed, and the function throws, so that no test takes its end for an answer.
 */
export function limited<F>(start: F, limitNow: () => number): F {
  if ((start as { isLimited?: true }).isLimited) return start;
  const call = start as Start;
  const waiting = (...args: readonly unknown[]): unknown => {
    const last = args.at(-1);
    const isObject = typeof last === 'object' && last !== null && !Array.isArray(last);
    const options: Options = isObject ? last : {};
    if (options.timeout !== undefined) return call(...args);
    const words = isObject ? args.slice(0, -1) : args.filter((each) => each !== undefined);
    const timeout = limitNow();
    const result = call(...words, { killSignal: 'SIGKILL', ...options, timeout });
    const { error } = Object(result) as { readonly error?: NodeJS.ErrnoException };
    if (error?.code === 'ETIMEDOUT')
      throw new Error(`${words.flat().join(' ')} did not end within ${timeout / 1000} s`, { cause: error });
    return result;
  };
  return Object.assign(waiting, { isLimited: true }) as F;
}

/** Milliseconds of a program that starts while no test runs, such as one of a hook. */
const beside = 180_000;

// A program that a test waits for in this way stops the clock of the test's own limit too.
const limitNow = (): number => 0.75 * (TestRunner.getCurrentTest()?.timeout || beside);

childProcess.spawnSync = limited(childProcess.spawnSync, limitNow);
childProcess.execFileSync = limited(childProcess.execFileSync, limitNow);
childProcess.execSync = limited(childProcess.execSync, limitNow);
syncBuiltinESMExports();
