import { spawnSync } from 'node:child_process';
import { git } from '../workspace/execute.mjs';

const answer = (folder, ...args) => {
  const { status, stdout } = spawnSync('git', ['-C', folder, ...args], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
};

/** The commit before a change: where HEAD left main or, on main itself, the first parent of HEAD; undefined if there is none. */
export const baseOf = (folder) => {
  const head = answer(folder, 'rev-parse', 'HEAD');
  const bases = ['origin/main', 'main'].map((main) => answer(folder, 'merge-base', 'HEAD', main));
  const base = bases.find((found) => found !== undefined && found !== head);
  return base ?? answer(folder, 'rev-parse', '--verify', '--quiet', 'HEAD^1');
};

/**
 * The lines of packages' sources that differ from a commit: `[{ folder, file, ranges, lines }]`, the most changed first.
 * `ranges` are `[first, last]`, `lines` is their sum. A file that only moved has none.
 * @throws if git does not know the commit.
 */
export const changesSince = (folder, commit) => {
  const difference = git(
    folder,
    'diff',
    '--unified=0',
    '--find-renames',
    '--no-color',
    '--no-ext-diff',
    commit,
    '--',
    'packages/*/src/*.ts',
  );
  return difference
    .split(/^diff --git /m)
    .slice(1)
    .flatMap((text) => {
      const [, name, file] = /^\+\+\+ b\/packages\/([^/]+)\/(.*)$/m.exec(text) ?? [];
      // Lines that were removed are not there to be mutated, and a removed file has no name after +++.
      const ranges = [...text.matchAll(/^@@ -\S+ \+(\d+)(?:,(\d+))? @@/gm)]
        .map(([, first, count = '1']) => [Number(first), Number(first) + Number(count) - 1])
        .filter(([first, last]) => last >= first);
      const lines = ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0);
      return file === undefined || lines === 0 ? [] : [{ folder: name, file, ranges, lines }];
    })
    .sort((one, other) => other.lines - one.lines || one.file.localeCompare(other.file));
};
