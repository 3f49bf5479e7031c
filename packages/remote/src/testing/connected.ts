import { createRunnerHost, findRunner, type InstalledRunner, type RunnerHost } from '@hostspec/runner';
import { onTestFinished } from 'vitest';
import { connectTarget } from '../connect.js';
import type { ConnectOptions, RemoteConnection } from '../options.js';

const found = findRunner();

/** The runner for this machine; undefined if none is built. */
export const ownRunner: InstalledRunner | undefined = typeof found === 'string' ? undefined : found;

const own: Readonly<Record<string, string>> = { x64: 'amd64', ppc64: 'ppc64le' };

// This machine's architecture, in Go's names.
const ownArch = own[process.arch] ?? process.arch;

/** Programs that a host needs to receive a runner the usual way. */
export const neededPrograms: readonly string[] = [
  ...['dd', 'env', 'head', 'ls', 'mkdir', 'rm', 'rmdir'],
  ...['chmod', 'mv', 'uname', 'wc', 'sha256sum', 'gzip'],
];

/** Where the runner's file was: the process is the child of the runner, and shares its mounts. */
export const whereItRan = 'readlink /proc/$PPID/exe';

/** A command that starts a shell with nothing in its environment but these variables. */
export const shellWith = (
  variables: Readonly<Record<string, string>>,
  ...shell: readonly string[]
): readonly string[] => [
  ...['/usr/bin/env', '-i', 'PATH=/usr/bin:/bin'],
  ...Object.entries(variables).map(([name, value]) => `${name}=${value}`),
  ...(shell.length === 0 ? ['/bin/sh'] : shell),
];

/** The same, after running these lines in another shell. */
export const shellAfter = (lines: string, variables: Readonly<Record<string, string>>): readonly string[] => [
  '/bin/sh',
  '-c',
  `${lines}\nexec "$@"`,
  'sh',
  ...shellWith(variables),
];

/**
 * A command that stands between this side and another command, and runs this JavaScript, which passes the input on. It has `child`, the
 * other command, and `given`, these values.
 */
export const relay = (
  javascript: string,
  given: readonly (string | number)[],
  ...command: readonly string[]
): readonly string[] => [
  process.execPath,
  '-e',
  `const given = process.argv.slice(1, ${given.length + 1});
const [program, ...args] = process.argv.slice(${given.length + 1});
const stdio = ['pipe', 'pipe', 'inherit'];
const child = require('node:child_process').spawn(program, args, { stdio, detached: true });
child.stdin.on('error', () => {});
child.stdout.pipe(process.stdout);
child.on('close', () => process.exit());
${javascript}`,
  '--',
  ...given.map(String),
  ...command,
];

/** Connects through a command with this machine's runner. Closed at the end of the test. */
export async function connected(
  command: readonly string[],
  options: Partial<ConnectOptions> = {},
): Promise<RemoteConnection> {
  const connection = await connectTarget(
    { kind: 'via', command },
    {
      runners: (arch) => (arch === ownArch && ownRunner ? ownRunner : `there is no runner for ${arch}`),
      ...options,
    },
  );
  onTestFinished(connection.close);
  return connection;
}

/** A connection and the host behind it. */
export async function openedHost(
  command: readonly string[],
  options?: Partial<ConnectOptions>,
): Promise<{ readonly connection: RemoteConnection; readonly host: RunnerHost }> {
  const connection = await connected(command, options);
  return { connection, host: await createRunnerHost(connection.stream) };
}
