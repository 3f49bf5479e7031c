import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import glob from 'fast-glob';

/** What replaces modules for the files of tests that run later in the same process too, or looks for processes that hold what others opened. */
const apart = /\bvi\.(doMock|mock)\(|\bhostSuite\(/;

/**
 * The files of a package's tests that need a process of their own. The others share one for each worker: to start a process and to load
 * the same modules again takes longer than most files' tests.
 */
export const filesApart = (folder) =>
  glob
    .sync('src/**/*.test.ts', { cwd: folder })
    .filter((file) => apart.test(readFileSync(join(folder, file), 'utf8')));
