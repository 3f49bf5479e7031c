import { appendFileSync, cpSync, existsSync, lstatSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './root.mjs';
import { git } from './run.mjs';

/** Copies the current workspace, with a git history of one commit on main, to a new folder; returns that. */
export const scratchWorkspace = () => {
  const copy = mkdtempSync(join(tmpdir(), 'hostspec-workspace-'));
  const listed = git(root, 'ls-files', '-z', '--cached', '--others', '--exclude-standard').split('\0');
  for (const file of listed.filter((name) => name !== '' && existsSync(join(root, name))))
    if (!lstatSync(join(root, file)).isDirectory())
      cpSync(join(root, file), join(copy, file), { verbatimSymlinks: true });
  // The runner's programs are not in git. Tests of their packages need them, and building them again takes a minute.
  for (const file of ['checksums.json', 'npm'].map((name) => `packages/runner/${name}`))
    if (existsSync(join(root, file))) cpSync(join(root, file), join(copy, file), { recursive: true });
  git(copy, 'init', '--quiet', '--initial-branch=main');
  // Programs that use git themselves, such as changesets for tags, need an identity too.
  git(copy, 'config', 'user.name', 'test');
  git(copy, 'config', 'user.email', 'test@example.com');
  git(copy, 'add', '.');
  git(copy, 'commit', '--quiet', '-m', 'Copy the workspace');
  return copy;
};

/** Gives a scratch workspace the tools installed here, for tasks that need no package of the workspace. */
export const borrowTools = (copy) => {
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  // A link is not a folder, so the entry in .gitignore does not match it.
  appendFileSync(join(copy, '.git/info/exclude'), 'node_modules\n');
};

const made = /\/(node_modules|dist|\.turbo|\.reports)(\/|$)/;

/** Copies the manifest of the workspace and its packages in `folders`, without what a build makes, to an empty folder. */
export const copyPackages = (copy, folders) => {
  cpSync(join(root, 'package.json'), join(copy, 'package.json'));
  for (const folder of folders)
    cpSync(join(root, 'packages', folder), join(copy, 'packages', folder), {
      recursive: true,
      filter: (source) => !made.test(source),
    });
};
