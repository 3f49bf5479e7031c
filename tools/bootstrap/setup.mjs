import { utimesSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { isFresh } from './fresh.mjs';
import { root } from './root.mjs';
import { runPinned } from './run.mjs';

const stamp = `${root}node_modules/.hostspec-setup`;

/** Installs and builds the workspace; resolves to the exit status of the first step that fails, or 0. */
export const setup = async (options) => {
  // What changes while the build runs may have missed it, so the stamp tells when it began.
  const began = new Date();
  const status =
    (await runPinned(['pnpm', 'install'], options)) || (await runPinned(['turbo', 'run', 'build'], options));
  if (status === 0) {
    writeFileSync(stamp, '');
    utimesSync(stamp, began, began);
  }
  return status;
};

/** `setup` where the workspace is not installed and built already. */
export const setupIfNeeded = async (options) => (isFresh(root, stamp) ? 0 : setup(options));

if (import.meta.url === pathToFileURL(process.argv[1]).href) process.exitCode = await setup();
