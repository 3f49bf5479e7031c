import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import glob from 'fast-glob';
import { root } from '../workspace/root.mjs';

/** The packages of which all tests are repeated whose result may change from run to run; in others only those that draw at random. */
const repeatedPackages = ['archive', 'cli', 'engine'];

const drawsAtRandom = 'draws at random';
const signs = [
  [drawsAtRandom, /from 'fast-check'|\/test\/seed\.(js|ts)'/],
  [
    'uses timers',
    /\b(setTimeout|setImmediate|setInterval)\b|'node:timers\/promises'|\bAbort(Controller|Signal)\b/,
  ],
  ['does several things at a time', /\bPromise\.(all|allSettled|any|race)\(|\bnew Worker\(/],
  ['runs beside another process', /\b(spawn|fork|execFile|startHostspec)\(/],
];

/** Why the result of a test with this source may change from run to run: `[]` if nothing in it draws, waits or races. */
export const reasonsOf = (source) => signs.filter(([, sign]) => sign.test(source)).map(([reason]) => reason);

/** The files of tests in a package whose result may change from run to run: `[{ file, reasons }]`, by name. */
const changeableTests = (folder) => {
  const cwd = join(root, 'packages', folder);
  return glob
    .sync('src/**/*.test.ts', { cwd })
    .sort()
    .map((file) => ({ file, reasons: reasonsOf(readFileSync(join(cwd, file), 'utf8')) }))
    .filter(({ reasons }) => reasons.length > 0);
};

/** The test files that are repeated: `[{ name, tests: [{ file, reasons }] }]`, by the package's folder and by file. */
export const repeatedTests = () =>
  readdirSync(join(root, 'packages'))
    .sort()
    .map((name) => ({
      name,
      tests: changeableTests(name).filter(
        ({ reasons }) => repeatedPackages.includes(name) || reasons.includes(drawsAtRandom),
      ),
    }))
    .filter(({ tests }) => tests.length > 0);
