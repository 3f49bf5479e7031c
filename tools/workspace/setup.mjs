import { utimesSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { isFresh } from './fresh.mjs';
import { root } from './root.mjs';
import { keepPnpm, run, runPinned } from './run.mjs';

const stamp = `${root}node_modules/.hostspec-setup`;

/** Builds the runner for this machine, if Go is installed and its source changed. */
const buildRunner = (options) => run(process.execPath, ['packages/runner/build.mjs', '--optional'], options);

/**
 * Runs turbo's tasks in a workspace that is built. `--only` leaves the build out, which turbo would write again from its cache. In its
 * place, `sources` is the list of files that a kept result was made from.
 */
const inBuilt = (tasks) => ['sources', ...tasks, '--only'];

/**
 * Installs the dependencies if needed, builds the runner and all packages, then runs turbo's `tasks`, narrowed by turbo's own `flags`
 * (`--filter=…`); resolves to an exit status.
 */
export const setupAnd = async (tasks, { flags = [], ...options } = {}) => {
  // A change during the build may not be in it, so the stamp is the time when it began.
  const began = new Date();
  const turbo = (...words) => runPinned(['turbo', 'run', ...words, ...flags], options);
  const installed = isFresh(root, stamp) ? 0 : await runPinned(['pnpm', 'install'], options);
  const status = installed || (await buildRunner(options)) || (await turbo('packages', '--filter=//'));
  // Before the tasks: a test that needs a build would make it again, and replace files that other tests read.
  if (status === 0) {
    writeFileSync(stamp, '');
    utimesSync(stamp, began, began);
    keepPnpm();
  }
  return status || (tasks.length > 0 ? await turbo(...inBuilt(tasks)) : 0);
};

/** Installs and builds the workspace if that was not done or something changed since; resolves to an exit status. */
export const setupIfNeeded = async (options) => (isFresh(root, stamp) ? 0 : setupAnd([], options));

if (import.meta.url === pathToFileURL(process.argv[1]).href) process.exitCode = await setupAnd([]);
