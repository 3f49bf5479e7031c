import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { root } from '../workspace/root.mjs';

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

/** The diagnostics of biome's linter for files of the workspace. */
const lint = (files) => {
  write('biome.json', JSON.stringify({ ...configuration, vcs: { enabled: false } }));
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const options = ['lint', '--reporter=json', '--max-diagnostics=none'];
  const { stdout, stderr } = spawnSync(process.execPath, [biome, ...options, ...files], {
    cwd: workspace,
    encoding: 'utf8',
    timeout: 60_000,
  });
  if (stdout === '') throw new Error(`biome printed no report: ${stderr}`);
  return JSON.parse(stdout).diagnostics;
};

const long = (name) => `export function ${name}() {\n${'  console.log(1);\n'.repeat(100)}}\n`;
const nested = (before, after) =>
  `export function deep(use) {\n${before.repeat(6)}use();\n${after.repeat(6)}}\n`;

test('only tests are excepted from the limits', () => {
  const excepted = configuration.overrides
    .filter(({ linter }) => linter.rules.complexity ?? linter.rules.nursery)
    .flatMap(({ includes }) => includes);
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
  const found = lint([...sources, ...tests]).filter(({ category }) => category.endsWith(`/${rule}`));
  expect([...new Set(found.map(({ location }) => location.path))].sort()).toEqual(sources);
});

test('files that import each other are refused, if only a type or late', () => {
  write('packages/a/src/a.ts', "import type { B } from './b.js';\nexport type A = B;\n");
  write('packages/a/src/b.ts', "export type B = unknown;\nexport const late = () => import('./c.js');\n");
  write('packages/a/src/c.ts', "import type { A } from './a.js';\nexport type C = A;\n");
  const found = lint(['packages']).filter(({ category }) => category.endsWith('/noImportCycles'));
  expect(found.map(({ location }) => location.path).sort()).toEqual(
    ['a', 'b', 'c'].map((name) => `packages/a/src/${name}.ts`),
  );
});
