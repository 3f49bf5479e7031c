import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { root } from './root.mjs';

const { packageManager } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));

/** Runs a command to its end, with further variables, passing on the signals that ask for one; resolves to its exit status. */
export const run = (command, args, { env, ...options } = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      ...{ cwd: root, stdio: 'inherit' },
      ...options,
      env: { ...process.env, ...env },
    });
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

/** The values of the options in this process's command line. An error in it ends the process, and says what is allowed. */
export const optionsOf = (options) => {
  try {
    return parseArgs({ options }).values;
  } catch ({ message }) {
    const allowed = Object.keys(options).map((name) => `--${name}`);
    console.error(`${message}; allowed: ${allowed.join(', ')}`);
    process.exit(2);
  }
};

/** Runs git in a folder, and returns what it prints. @throws Error with its error output. */
export const git = (folder, ...args) =>
  execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** The words, after Node's own, that run Vitest with the configuration of a workspace. */
export const vitestWords = (workspace = root) => [
  join(workspace, 'node_modules/vitest/vitest.mjs'),
  'run',
  ...['--config', join(workspace, 'tools/test/vitest.config.mjs')],
];

const kept = `${root}node_modules/.hostspec-pnpm`;

/** Keeps in an installed workspace where npx has the pinned pnpm, so that it need not be asked again. */
export const keepPnpm = () => {
  // Elsewhere, another version can take its place.
  const directory = withPnpm()
    .PATH.split(':')
    .find((each) => each.includes('/_npx/') && existsSync(join(each, 'pnpm')));
  if (directory !== undefined) writeFileSync(kept, JSON.stringify({ packageManager, directory }));
};

/** The directory that `keepPnpm` kept; undefined if it has no pnpm any more, or another one is pinned. */
const keptDirectory = () => {
  if (!existsSync(kept)) return undefined;
  const { packageManager: name, directory } = JSON.parse(readFileSync(kept, 'utf8'));
  return name === packageManager && existsSync(join(directory, 'pnpm')) ? directory : undefined;
};

/**
 * What npx gives a program beside the pinned pnpm. It never asks the registry for a version that is in its cache: without a network, that takes
 * more than a minute.
 */
const askNpx = () => {
  const words = `--yes --prefer-offline --package=${packageManager} -- node -p JSON.stringify(process.env)`;
  const { status, stdout } = spawnSync('npx', words.split(' '), {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  });
  if (status !== 0)
    throw new Error(`npx cannot start ${packageManager}, which this workspace needs; npx says above why`);
  return JSON.parse(stdout);
};

let known;

/** The variables of a program beside the pinned pnpm, which turbo needs on its PATH. Each start of npx takes seconds, so it is asked once. */
export const withPnpm = () => {
  if (known !== undefined) return known;
  // A program that one of these started has them. pnpm passes on no variable of npm.
  let own = process.env;
  if (own.HOSTSPEC_PNPM !== packageManager) {
    const directory = keptDirectory();
    own = directory === undefined ? askNpx() : { ...own, PATH: `${directory}:${own.PATH}` };
  }
  known = {
    ...own,
    HOSTSPEC_PNPM: packageManager,
    PATH: `${root}node_modules/.bin:${own.PATH}`,
    TURBO_TELEMETRY_DISABLED: '1',
  };
  return known;
};

/** Runs the pinned pnpm, or a program of the workspace that needs pnpm on its PATH, as turbo does. */
export const runPinned = async ([command, ...args], { env, ...options } = {}) =>
  run(command, args, { ...options, env: { ...withPnpm(), ...env } });

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.exitCode = await runPinned(process.argv.slice(2));
}
