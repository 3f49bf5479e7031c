import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

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
    packages.every(
      (folder) => !existsSync(join(folder, 'findings.yaml')) || existsSync(join(folder, 'findings.json')),
    ) &&
    rootFiles.every((file) => newest(join(root, file)) < made) &&
    packages.every((folder) => packageFiles.every((file) => newest(join(folder, file)) < made))
  );
};
