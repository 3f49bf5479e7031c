import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { needs } from '@hostspec/testing';
import { expect } from 'vitest';
import { temporaryDirectory } from '../../../tools/test/folder.js';

const bin = fileURLToPath(new URL('../bin/hostspec.cjs', import.meta.url));

needs('vgs')('commands do not inherit descriptors that the caller left open', () => {
  const cwd = temporaryDirectory();
  const left = openSync('/dev/null', 'r');
  // Node itself marks only the first descriptors, up to a gap.
  const stdio = [...Array.from({ length: 40 }, () => 'ignore' as const), left];
  stdio[1] = 'pipe' as never;
  const { stdout, status } = spawnSync(
    process.execPath,
    [bin, 'collect', '--only', 'vgs_noheadings', '--format', 'ndjson', '--output', '-'],
    { stdio, cwd, encoding: 'utf8' },
  );
  closeSync(left);
  expect(status).toBe(0);
  expect(stdout).toContain('"vgs_noheadings"');
  expect(stdout).not.toContain('leaked');
});
