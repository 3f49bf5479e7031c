import { createHash } from 'node:crypto';
import { beforeEach, expect, onTestFailed } from 'vitest';

const given = process.env.HOSTSPEC_SEED;

if (given !== undefined) {
  if (!/^\d{1,9}$/.test(given))
    throw new Error(`HOSTSPEC_SEED is ${given}; allowed: a whole number of up to nine digits`);
  // Without a seed fast-check draws one for each property, and prints it when the property fails.
  const { default: fc } = await import('fast-check');
  fc.configureGlobal({ seed: Number(given) });
}

const seed = given === undefined ? Math.floor(Math.random() * 1e9) : Number(given);
let told: string | undefined;

/** The seed of a test that draws samples: the value of `HOSTSPEC_SEED`, or a new one. If the test fails, its message has it. */
export function seedOfTest(): number {
  const test = expect.getState().currentTestName;
  if (told !== test)
    onTestFailed(({ task }) => {
      for (const error of task.result?.errors ?? []) {
        const message = `${error.message}\nRun this file with HOSTSPEC_SEED=${seed} to repeat it.`;
        if (error.stack !== undefined) error.stack = error.stack.replace(error.message, () => message);
        error.message = message;
      }
    });
  told = test;
  return seed;
}

/** Whole numbers from 0 to below a limit, which follow from the seed of the test: the same ones each time that this is called. */
export function randomNumbers(): (below: number) => number {
  const draw = numbersFrom(seedOfTest());
  return (below) => Math.floor(draw() * below);
}

/** Bytes that do not compress, which follow from the seed of the test; with another `name`, they are others. */
export function randomContent(bytes: number, name: string | number = ''): Buffer {
  return createHash('shake256', { outputLength: bytes }).update(`${seedOfTest()} ${name}`).digest();
}

let drawNext = numbersFrom(seed);
// Neither the tests before a test nor its first try change what it draws.
beforeEach(() => {
  drawNext = numbersFrom(seed);
});

/** A random number from 0 to below 1, for tests that draw as they go; all follow from the seed. */
export function random(): number {
  seedOfTest();
  return drawNext();
}

function numbersFrom(start: number): () => number {
  let state = start;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
