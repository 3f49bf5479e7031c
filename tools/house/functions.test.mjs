import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { root } from '../workspace/root.mjs';
import { lint } from './functions.mjs';

const configuration = JSON.parse(readFileSync(join(root, '.biome.json'), 'utf8'));

let workspace;
const write = (path, text) => {
  mkdirSync(dirname(join(workspace, path)), { recursive: true });
  writeFileSync(join(workspace, path), text);
};
beforeEach(() => {
  workspace = mkdtempSync(join(tmpdir(), 'functions-'));
});
afterEach(() => rmSync(workspace, { recursive: true }));

const long = (name) => `export function ${name}() {\n${'  console.log(1);\n'.repeat(100)}}\n`;
const nested = (before, after) =>
  `export function deep(use) {\n${before.repeat(6)}use();\n${after.repeat(6)}}\n`;

test('only tests are excepted from the limits', () => {
  const excepted = configuration.overrides.flatMap(({ includes }) => includes);
  expect(excepted.filter((pattern) => !/\{test,[\w,-]+\}\.m?[jt]s$/.test(pattern))).toEqual([]);
});

test.each([
  ['a long function', long('one'), 'noExcessiveLinesPerFunction'],
  ['deep blocks', nested('if (use) {\n', '}\n'), 'noExcessiveNestedBlocks'],
  ['deep callbacks', nested('use(() => {\n', '});\n'), 'noExcessiveNestedCallbacks'],
])('%s is refused in packages and tools, and allowed in tests', (_case, text, rule) => {
  const sources = ['packages/a/src/a.ts', 'tools/a/a.mjs'];
  const tests = ['packages/a/src/a.test.ts', 'tools/a/a.test.mjs', 'tools/a/a.e2e.mjs'];
  for (const file of [...sources, ...tests]) write(file, text);
  const found = lint(workspace, configuration, [...sources, ...tests]).filter(({ category }) =>
    category.endsWith(`/${rule}`),
  );
  expect([...new Set(found.map(({ location }) => location.path))].sort()).toEqual(sources);
});
