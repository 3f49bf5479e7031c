import { spawn } from 'node:child_process';

const maxPrinted = 2000;

/** Runs a command to its end; resolves to what it printed on standard output. @throws Error with what it complained of. */
export const run = (command, args, env = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const printed = [];
    let complaint = '';
    child.stdout.on('data', (chunk) => printed.push(chunk));
    child.stderr.on('data', (chunk) => {
      complaint = (complaint + chunk).slice(-maxPrinted);
    });
    child.on('error', reject);
    child.on('close', (status, signal) => {
      if (status === 0) resolve(Buffer.concat(printed).toString());
      else
        reject(new Error(`${command} ${args.join(' ')} ended with ${signal ?? status}: ${complaint.trim()}`));
    });
  });

/** Runs a command in a network namespace of its own that has nothing but the loopback device. */
export const runOffline = (command, args, env) => {
  const namespace = process.getuid() === 0 ? ['-n'] : ['-r', '-n'];
  return run(
    'unshare',
    [...namespace, 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh', command, ...args],
    env,
  );
};
