import { expect, test } from 'vitest';
import { changeableTests, reasonsOf, repeatedPackages } from './changeable.mjs';

test.each([
  ["import fc from 'fast-check';", ['draws at random']],
  ["import { random } from '../../../tools/test/seed.js';", ['draws at random']],
  ['await new Promise((resolve) => setTimeout(resolve, 5));', ['uses timers']],
  ['const { signal } = new AbortController();', ['uses timers']],
  ['await Promise.all([one(), other()]);', ['does several things at a time']],
  ["const child = spawn('sh');", ['runs beside another process']],
  ["const { status } = spawnSync('sh'); execFileSync('sh');", []],
  ["import { expect, test } from 'vitest';", []],
])('what may change from run to run: %s', (source, reasons) => {
  expect(reasonsOf(source)).toEqual(reasons);
});

test('every repeated package has such tests, and the random ones are among them', () => {
  for (const folder of repeatedPackages) expect(changeableTests(folder), folder).not.toEqual([]);
  const random = repeatedPackages
    .flatMap(changeableTests)
    .filter(({ reasons }) => reasons[0] === 'draws at random');
  expect(random.map(({ file }) => file)).toContain('src/ndjson.test.ts');
});
