import { expect, test } from 'vitest';
import { reasonsOf, repeatedTests } from './changeable.mjs';

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

test('archive, cli and engine are repeated, and what draws at random in others', () => {
  const repeated = Object.fromEntries(repeatedTests().map(({ name, tests }) => [name, tests]));
  const files = (name) => repeated[name].map(({ file }) => file);
  expect(files('archive')).toContain('src/ndjson.test.ts');
  expect(repeated.cli.map(({ reasons }) => reasons)).toContainEqual(['runs beside another process']);
  expect(files('redact')).toContain('src/zeros.test.ts');
  for (const [name, tests] of Object.entries(repeated))
    if (!['archive', 'cli', 'engine'].includes(name))
      for (const { reasons } of tests) expect(reasons, name).toContain('draws at random');
});
