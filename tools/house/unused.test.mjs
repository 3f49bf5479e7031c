import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../workspace/root.mjs';

const knip = (cwd, ...args) => {
  const bin = join(root, 'node_modules/knip/bin/knip.js');
  const { stdout, stderr, status } = spawnSync(process.execPath, [bin, '--no-progress', ...args], {
    cwd,
    encoding: 'utf8',
  });
  return { status, output: `${stdout}${stderr}` };
};

test('every file, export and dependency is used', () => {
  const { status, output } = knip(root, '--no-config-hints', '--config', 'tools/house/knip.json');
  expect(output).toBe('');
  expect(status).toBe(0);
});

test('an unused one is named', () => {
  const folder = mkdtempSync(join(tmpdir(), 'unused-'));
  const files = {
    'package.json':
      '{ "name": "x", "type": "module", "exports": "./src/index.ts", "dependencies": { "esbuild": "*" } }',
    'src/index.ts': "export { used } from './parts.js';\n",
    'src/parts.ts': 'export const used = 1;\nexport const leftover = 2;\n',
    'src/forgotten.ts': 'export const forgotten = 1;\n',
  };
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    const { status, output } = knip(folder);
    for (const name of ['leftover', 'src/forgotten.ts', 'esbuild']) expect(output).toContain(name);
    expect(status).toBe(1);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
