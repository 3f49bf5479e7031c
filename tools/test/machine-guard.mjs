import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const accounts = ['/etc/passwd', '/etc/shadow', '/etc/group', '/etc/gshadow'];

/** Files that programs write in a home by themselves: histories, and files below directories that begin with a dot. */
const kept = /^\.(.*_history|.*hst.*|viminfo|Xauthority)$/;

const hashOf = (path) => {
  try {
    return createHash('sha256').update(readFileSync(path)).digest('hex');
  } catch ({ code }) {
    return code;
  }
};

const look = (path) => {
  try {
    const stat = lstatSync(path);
    const { mode, uid, gid, size, mtimeMs } = stat;
    return stat.isDirectory() ? [mode, uid, gid] : [mode, uid, gid, size, mtimeMs];
  } catch ({ code }) {
    return [code];
  }
};

const namesIn = (directory) => {
  try {
    return readdirSync(directory, { withFileTypes: true })
      .filter((entry) => !kept.test(entry.name) && !(entry.isDirectory() && entry.name.startsWith('.')))
      .map(({ name }) => join(directory, name));
  } catch {
    return [];
  }
};

/** The files of a machine that no test may touch, by path: those of its accounts, the top of a home, and its keys. */
export const stateOf = (files = accounts, home = homedir()) =>
  new Map([
    ...files.map((path) => [path, [...look(path), hashOf(path)].join(' ')]),
    ...[...namesIn(home), ...namesIn(join(home, '.ssh'))].map((path) => [path, look(path).join(' ')]),
  ]);

/** The changes, in words. */
export const changesSince = (before, after) =>
  [...new Set([...before.keys(), ...after.keys()])]
    .filter((path) => before.get(path) !== after.get(path))
    .map((path) => `${path} ${!after.has(path) ? 'is gone' : before.has(path) ? 'was changed' : 'is new'}`);

/** Looks at the machine before the tests of a suite, and fails the suite if it is not the same after them. */
export default () => {
  const before = stateOf();
  return () => {
    const changes = changesSince(before, stateOf());
    if (changes.length === 0) return;
    process.exitCode = 1;
    throw new Error(`while these tests ran, the machine was changed: ${changes.join('; ')}`);
  };
};
