import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import glob from 'fast-glob';

/** What replaces modules for the files of tests that run later in the same process too. */
const mocks = /\bvi\.(doMock|mock)\(/;

/**
 * Whether each file of tests in a package needs a process of its own. Otherwise the files share a process for each worker:
 * to start a process and to load the same modules again takes longer than most files' tests. The workspace's own tools
 * start programs and change directories, so their tests do not share one.
 */
export const isIsolated = (folder) => {
  const files = glob.sync('src/**/*.test.ts', { cwd: folder });
  return files.length === 0 || files.some((file) => mocks.test(readFileSync(join(folder, file), 'utf8')));
};
