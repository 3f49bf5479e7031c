import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { root } from '../workspace/root.mjs';

/** Whether the packages that a tool needs are there, or can be installed; says what is missing. */
export const hasPython = (tool) => {
  try {
    return pythonOf(tool) !== undefined;
  } catch (error) {
    console.warn(error.message);
    return false;
  }
};

/** Clones share what is installed: to install takes longer than some tests. */
const caches = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'hostspec-tests');

/** Runs a program; returns what it prints. Its error has what the program complains of. A package index can be slow, and what it gave is kept. */
const run = (command, ...args) =>
  execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], timeout: 600_000 });

/** The path of a Python with what the requirements.txt of a tool pins, which is installed if necessary. @throws Error that says what is missing. */
export const pythonOf = (tool) => {
  const requirements = join(root, 'tools', tool, 'requirements.txt');
  const pinned = createHash('sha256').update(run('python3', '--version')).update(readFileSync(requirements));
  const folder = join(caches, tool, pinned.digest('hex').slice(0, 16));
  const python = `${folder}/bin/python`;
  if (existsSync(python)) return python;
  const fresh = `${folder}.${process.pid}`;
  mkdirSync(join(caches, tool), { recursive: true });
  try {
    run('python3', '-m', 'venv', fresh);
    const quietly = ['--quiet', '--disable-pip-version-check', '--no-compile'];
    run(`${fresh}/bin/python`, '-m', 'pip', 'install', ...quietly, '--requirement', requirements);
    // The second process finds the folder in place.
    if (!existsSync(python)) renameSync(fresh, folder);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  return python;
};
