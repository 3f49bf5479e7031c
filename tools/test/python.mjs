import { spawnSync } from 'node:child_process';
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

/** The path of a Python with what the requirements.txt of a tool pins, which is installed if necessary. @throws Error that says what is missing. */
export const pythonOf = (tool) => {
  const requirements = join(root, 'tools', tool, 'requirements.txt');
  const cache = join(caches, tool);
  const version = output('python3', ['--version'], 'there is no python3');
  const pinned = createHash('sha256')
    .update(version)
    .update(readFileSync(requirements))
    .digest('hex')
    .slice(0, 16);
  const folder = join(cache, pinned);
  const python = `${folder}/bin/python`;
  if (existsSync(python)) return python;
  const fresh = `${folder}.${process.pid}`;
  mkdirSync(cache, { recursive: true });
  try {
    output(
      'python3',
      ['-m', 'venv', fresh],
      'python3 cannot make a virtual environment (Debian: apt-get install python3-venv)',
    );
    output(
      `${fresh}/bin/python`,
      [
        '-m',
        'pip',
        'install',
        '--quiet',
        '--disable-pip-version-check',
        '--no-compile',
        '--requirement',
        requirements,
      ],
      `what ${requirements} names cannot be installed from the package index`,
    );
    // The second process finds the folder in place.
    if (!existsSync(python)) renameSync(fresh, folder);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  return python;
};

/** A package index can be slow, and what it gave is kept. */
const timeout = 600_000;

const output = (command, args, problem) => {
  const { status, error, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', timeout });
  if (status === 0) return stdout;
  throw new Error(`${problem}: ${error?.message ?? stderr.trim().split('\n').slice(-3).join('\n')}`);
};
