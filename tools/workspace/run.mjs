import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { pathToFileURL } from 'node:url';
import { root } from './root.mjs';

const { packageManager } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));

/** Runs a command to its end, passing on the signals that ask for one; resolves to its exit status. */
export const run = (command, args, options = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
    const forward = (signal) => child.kill(signal);
    // A terminal sends SIGINT to the whole process group, so the child already has it: twice would mean "at once".
    const interrupt = process.stdin.isTTY ? () => {} : forward;
    process.on('SIGTERM', forward).on('SIGHUP', forward).on('SIGINT', interrupt);
    child.on('error', reject);
    child.on('close', (status, signal) => {
      process.off('SIGTERM', forward).off('SIGHUP', forward).off('SIGINT', interrupt);
      resolve(status ?? 128 + constants.signals[signal]);
    });
  });

/**
 * The words for npx that run the pinned pnpm, or a program of the workspace that needs pnpm on its PATH. It never asks the registry for a
 * version that is in its cache: without a network, that takes more than a minute.
 */
export const pinned = (args) => ['--yes', '--prefer-offline', `--package=${packageManager}`, '--', ...args];

/** Runs the pinned pnpm, or a program of the workspace that needs pnpm on its PATH, as turbo does. */
export const runPinned = (args, { env, ...options } = {}) =>
  run('npx', pinned(args), {
    ...options,
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1', ...env },
  });

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.exitCode = await runPinned(process.argv.slice(2));
}
