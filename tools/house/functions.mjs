import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../workspace/root.mjs';

/** Runs biome's linter on files of a workspace; returns its diagnostics. */
export const lint = (workspace, configuration, files) => {
  const folder = mkdtempSync(join(tmpdir(), 'biome-'));
  try {
    const path = join(folder, 'biome.json');
    writeFileSync(path, JSON.stringify({ ...configuration, vcs: { enabled: false } }));
    const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
    const options = ['lint', `--config-path=${path}`, '--reporter=json', '--max-diagnostics=none'];
    const { stdout, stderr } = spawnSync(process.execPath, [biome, ...options, ...files], {
      cwd: workspace,
      encoding: 'utf8',
    });
    if (stdout === '') throw new Error(`biome printed no report: ${stderr}`);
    return JSON.parse(stdout).diagnostics;
  } finally {
    rmSync(folder, { recursive: true });
  }
};
