import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { root } from '../workspace/root.mjs';
import { sharedDirectory } from './folder.ts';
import { count } from './reports.mjs';
import { reportWords, vitestWords } from './vitest.mjs';

const tests = `
import fc from '${root}node_modules/fast-check/lib/fast-check.js';
import { needs } from '${root}packages/testing/src/needs.js';
import { expect, test } from 'vitest';
import { random, seedOfTest } from '${root}tools/test/seed.js';

needs('sh', '/')('runs', () => {});
needs('no-such-program', 'sh', '/no/such/path')('is left out', () => {});
test('samples', () => {
  console.log(['drawn', random(), ...fc.sample(fc.nat(), { numRuns: 3, seed: seedOfTest() })].join(' '));
  expect(random()).toBe('a number');
});
test('property', () => fc.assert(fc.property(fc.nat(), (number) => number < 0)));
`;

const folder = sharedDirectory();
beforeAll(() => {
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'src/helpers.test.ts'), tests);
});

const run = (env) => {
  const words = [...vitestWords(), '--root', folder, ...reportWords(join(folder, 'report.json'))];
  const { CI: _, HOSTSPEC_SEED: __, ...own } = process.env;
  const { stdout, stderr } = spawnSync(process.execPath, words, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...own, ...env },
  });
  const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));
  return {
    report,
    output: stdout + stderr,
    results: report.testResults.flatMap(({ assertionResults }) => assertionResults),
  };
};

let first;
/** The result without a seed or CI, which several tests look at. */
const plain = () => {
  first ??= run({});
  return first;
};

const seedOfPlain = () =>
  /with HOSTSPEC_SEED=(\d+) to repeat/.exec(plain().results.at(-2).failureMessages[0])?.[1];

let second;
/** The result in CI, with the seed of the first. */
const again = () => {
  second ??= run({ CI: 'true', HOSTSPEC_SEED: seedOfPlain() });
  return second;
};

const drawn = ({ output }) => /drawn 0.*/.exec(output)?.[0];
const seedOf = ({ results }) => Number(/seed: (-?\d+)/.exec(results.at(-1).failureMessages[0])?.[1]);

test('a test that needs a missing component is skipped with its name, and fails in CI', () => {
  const [ran, leftOut] = plain().results;
  expect([ran.status, leftOut.status, leftOut.title]).toEqual([
    'passed',
    'skipped',
    'is left out (needs no-such-program, /no/such/path)',
  ]);
  const [, failed] = again().results;
  expect([failed.status, failed.title]).toEqual(['failed', 'is left out']);
  expect(failed.failureMessages[0]).toContain('missing: no-such-program, /no/such/path; CI must have it');
});

test('a random test that fails prints its seed, which repeats it', () => {
  expect(drawn(again())).toBe(drawn(plain()));
  expect(new Set(again().output.match(/drawn 0.*/g)).size).toBe(1);
  expect(seedOf(again())).toBe(Number(seedOfPlain()));
  expect(run({ HOSTSPEC_SEED: 'x' }).output).toContain('HOSTSPEC_SEED is x; allowed: a whole number');
});

test('what passed on another machine is left out, and counted there only; the rest of its file runs', () => {
  const list = join(folder, 'again.json');
  const file = relative(root, join(folder, 'src/helpers.test.ts'));
  writeFileSync(list, JSON.stringify({ [file]: ['runs', 'property'], 'packages/spec/src/x.test.ts': [] }));
  const otherSeed = String(Number(seedOfPlain()) + 1);
  const rest = run({ HOSTSPEC_TEST_AGAIN: list, HOSTSPEC_SEED: otherSeed });
  expect(rest.results.map(({ status }) => status)).toEqual(['skipped', 'skipped', 'failed', 'skipped']);
  expect(count(rest.report)).toEqual({ passed: 0, failed: 1, skipped: 1 });
  expect(drawn(rest)).not.toBe(drawn(plain()));
});
