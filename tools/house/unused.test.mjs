import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../workspace/root.mjs';

test('every file, export and dependency is used', () => {
  const bin = join(root, 'node_modules/knip/bin/knip.js');
  const words = [bin, '--no-progress', '--no-config-hints', '--config', 'tools/house/knip.config.mjs'];
  const { stdout, stderr, status } = spawnSync(process.execPath, words, { cwd: root, encoding: 'utf8' });
  expect(`${stdout}${stderr}`).toBe('');
  expect(status).toBe(0);
});
