import { existsSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './root.mjs';
import { keepPnpm, run, runPinned } from './run.mjs';

const rootFiles = ['package.json', 'pnpm-workspace.yaml', 'pnpm-lock.yaml', 'tools/build/base.json'];
const packageFiles = ['package.json', 'findings.yaml', 'src', 'go', 'build.mjs'];

/** Newest modification time below a path in ms; 0 if there is nothing. A folder's own time shows removed files. */
const newest = (path) => {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return 0;
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
};

/** Whether the workspace at `root` was installed and built, and nothing that this depends on changed since `stamp`. */
export const isFresh = (root, stamp) => {
  const made = statSync(stamp, { throwIfNoEntry: false })?.mtimeMs;
  if (made === undefined) return false;
  const folders = readdirSync(join(root, 'packages')).map((name) => join(root, 'packages', name));
  const packages = folders.filter((folder) => existsSync(join(folder, 'package.json')));
  // The documentation is not built.
  const built = packages.filter((folder) => existsSync(join(folder, 'src')));
  return (
    built.every((folder) => existsSync(join(folder, 'dist', 'index.js'))) &&
    rootFiles.every((file) => newest(join(root, file)) < made) &&
    packages.every((folder) => packageFiles.every((file) => newest(join(folder, file)) < made))
  );
};

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
