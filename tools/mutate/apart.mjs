import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../workspace/root.mjs';

const enter = fileURLToPath(new URL('enter.sh', import.meta.url));
const namespaces = ['--mount', '--pid', '--net', '--ipc', '--uts', '--fork', '--kill-child'];

/**
 * Runs a command as root in namespaces of its own, on a copy of this machine that is lost when it ends, and returns its
 * exit status. Only what it writes to the folder `out` is kept. It ends with the process that called this.
 */
export const runApart = (out, command, stdio = 'inherit') => {
  const top = join(out, 'top');
  mkdirSync(top, { recursive: true });
  const places = [top, out, dirname(dirname(process.execPath)), root.replace(/\/$/, '')];
  const words = ['--pdeathsig=KILL', 'unshare', ...namespaces, 'nice', '-n15', 'sh', enter, ...places];
  const { status, error } = spawnSync('setpriv', [...words, ...command], { stdio });
  if (error) throw error;
  return status;
};
