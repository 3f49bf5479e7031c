import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasFuse } from './pathological/fuse.js';
import { python } from './pathological/running.js';

const succeeds = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0;

// The directories of system programs; the PATH of an ordinary user may lack some.
const systemDirectories = ['/usr/sbin', '/usr/bin', '/sbin', '/bin'];

function isProgram(name: string): boolean {
  return [...(process.env.PATH ?? '').split(':'), ...systemDirectories].some((directory) => {
    try {
      accessSync(join(directory, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

const checks: Readonly<Record<string, () => boolean>> = {
  root: () => process.geteuid?.() === 0,
  'a mount namespace': () => succeeds('unshare', '-m', 'true'),
  'a network namespace': () => succeeds('unshare', '-n', 'true'),
  'a PID namespace': () => succeeds('unshare', '-p', '-f', 'true'),
  'a checkout that others can read': () => {
    const nobody = ['--reuid=65534', '--regid=65534', '--clear-groups', '--'];
    const read = [process.execPath, '-e', 'require("node:fs").readFileSync(process.argv[1])'];
    return succeeds('setpriv', ...nobody, ...read, fileURLToPath(import.meta.url));
  },
  python3: () => existsSync(python),
  fusepy: hasFuse,
  autofs: hasAutofs,
  'git tags': () => spawnSync('git', ['tag'], { encoding: 'utf8' }).stdout?.trim() !== '',
};

/** Whether the kernel knows autofs, which it loads when it is first mounted. A mount without options fails in any case. */
function hasAutofs(): boolean {
  const words = ['-m', 'mount', '-i', '-t', 'autofs', 'none', '/tmp'];
  const { stderr, status } = spawnSync('unshare', words, {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  });
  return status !== null && !stderr.includes('unknown filesystem type');
}

/** Components that no package brings. */
export const ofKernel: ReadonlySet<string> = new Set(['autofs']);

/** The components for a test that runs a program of this checkout as another user. */
export const anotherUser: readonly string[] = ['root', 'setpriv', 'a checkout that others can read'];

const known = new Map<string, boolean>();

/**
 * The features that this machine and user lack, in the given order: `root`, `a mount namespace`, `a network namespace`,
 * `a PID namespace`, `a checkout that others can read`, `fusepy` (with /dev/fuse), `autofs`, `git tags`, a path that must be there, or
 * a program by its name.
 */
export function lackingOf(components: readonly string[]): string[] {
  return components.filter((component) => {
    const isThere =
      known.get(component) ??
      checks[component]?.() ??
      (isAbsolute(component) ? existsSync(component) : isProgram(component));
    known.set(component, isThere);
    return !isThere;
  });
}
