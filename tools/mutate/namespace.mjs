import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setPriority, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../workspace/root.mjs';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const namespaces = ['--mount', '--pid', '--net', '--ipc', '--uts', '--fork', '--kill-child'];

/** Why this machine cannot run mutants, or undefined. */
export const hindrance = () => {
  if (process.geteuid() !== 0)
    return 'mutants run on a throw-away copy of the machine, which only root can make';
  if (spawnSync('setpriv', ['--version']).status !== 0)
    return 'setpriv is not installed (Debian: util-linux)';
  if (spawnSync('unshare', [...namespaces, 'true']).status !== 0)
    return 'mutants run in namespaces of their own, and this machine does not let root make them';
  return undefined;
};

/**
 * Runs a command as root in namespaces of its own, on a copy of this machine that is lost when it ends, for at most
 * `seconds`. `task` is what it finds in `OUT/task.json`; it is called with OUT as its last argument. Resolves to
 * `{ status, results }`: `status` is `undefined` if the time was up, and `results` the text that it wrote to `OUT/results`.
 */
export const runApart = async (command, task, { seconds, stdio = 'inherit' } = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'mutants-'));
  const [top, out] = ['top', 'out'].map((name) => join(folder, name));
  for (const made of [top, out]) mkdirSync(made);
  writeFileSync(join(out, 'task.json'), JSON.stringify(task));
  const node = dirname(dirname(process.execPath));
  const { CI: _, TMPDIR: __, ...environment } = process.env;
  const child = spawn(
    'unshare',
    [...namespaces, 'sh', here('enter.sh'), top, out, node, root.replace(/\/$/, ''), ...command, out],
    // Random tests draw the same every time: a score that changes by itself says nothing.
    { stdio: ['ignore', stdio, stdio], env: { ...environment, HOSTSPEC_SEED: '1' } },
  );
  setPriority(child.pid, 15);
  let timeIsUp = false;
  const end = () => endNamespaces(child.pid);
  const timer =
    seconds &&
    setTimeout(() => {
      timeIsUp = true;
      end();
    }, seconds * 1000);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end);
  try {
    const status = await new Promise((resolve, reject) =>
      child.on('error', reject).on('close', (code) => resolve(code ?? 1)),
    );
    const path = join(out, 'results');
    const results = existsSync(path) ? readFileSync(path, 'utf8') : '';
    return { status: timeIsUp ? undefined : status, results };
  } finally {
    clearTimeout(timer);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(signal, end);
    rmSync(folder, { recursive: true });
  }
};

/** Ends the first process of the namespaces, with which all others end: unshare waits for that, so it is the last. */
const endNamespaces = (unshare) => {
  const [first] = readFileSync(`/proc/${unshare}/task/${unshare}/children`, 'utf8').split(' ');
  process.kill(first ? Number(first) : unshare, 'SIGKILL');
};
