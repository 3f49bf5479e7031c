import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { packagesOf } from '../workspace/packages.mjs';
import { root } from '../workspace/root.mjs';
import { run } from '../workspace/run.mjs';
import { setupAnd } from '../workspace/setup.mjs';

/**
 * Builds everything for what others install, with nothing left of an earlier build; resolves to an exit status. Without turbo's
 * flag `--force`, turbo restores what it built from the same sources.
 */
export const freshBuild = async (flags = ['--force']) => {
  const programs = await run(process.execPath, ['packages/runner/build.mjs', '--all']);
  if (programs !== 0) {
    console.error('a release needs the runner for every platform, and nothing was released');
    return programs;
  }
  for (const { path } of packagesOf(root)) rmSync(join(path, 'dist'), { recursive: true, force: true });
  return setupAnd([], { flags });
};
