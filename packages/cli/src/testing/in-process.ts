import { join } from 'node:path';
import { expect } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import type { Io } from '../io.js';
import { run } from '../main.js';
import { type CliResult, fakeRoot } from './cli.js';

/** What a run in this process gets. */
export interface InProcessOptions {
  /** Standard input. */
  readonly input?: string;
  /** Whether output is shown on a terminal. */
  readonly isTTY?: boolean;
  /** The width of that terminal. */
  readonly columns?: number;
  readonly env?: Io['env'];
  /** The current directory. Default: `/`. */
  readonly cwd?: string;
}

/** What a command can use of a process that has no input and no terminal, and says nothing. */
export const silentIo: Io = {
  out: { write() {} },
  err: { write() {} },
  readInput: async () => '',
  async *inputBytes() {},
  terminal: () => undefined,
  env: {},
  cwd: '/',
  onSignal: () => () => {},
  atEnd() {},
  exit() {},
};

/** Runs the command in this process, from source: hundreds of runs would take minutes in separate processes. */
export async function runInProcess(
  argv: readonly string[],
  { input = '', isTTY, columns, cwd = silentIo.cwd, env = {} }: InProcessOptions = {},
): Promise<CliResult> {
  const pieces = { out: [] as Uint8Array[], err: [] as Uint8Array[] };
  const output = (to: Uint8Array[]): Io['out'] => ({
    isTTY,
    columns,
    write: (content) => to.push(Buffer.from(content)),
  });
  const status = await run(argv, {
    ...silentIo,
    env,
    cwd,
    out: output(pieces.out),
    err: output(pieces.err),
    readInput: async () => input,
    async *inputBytes() {
      yield Buffer.from(input);
    },
  });
  const textOf = (all: Uint8Array[]): string => Buffer.concat(all).toString();
  return { status, stdout: textOf(pieces.out), stderr: textOf(pieces.err) };
}

/** The standard output of a command that must succeed without a message. */
export async function ok(...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await runInProcess(args);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout;
}

/** The JSON that a command prints, by name. */
export async function json(...args: string[]): Promise<Record<string, Record<string, unknown>>> {
  return JSON.parse(await ok(...args));
}

/** Makes an archive of a root with these files, by the specs of two domains; returns its path. */
export async function archiveOf(files: Readonly<Record<string, string>>, format = 'tar.gz'): Promise<string> {
  const output = join(temporaryDirectory(), format === 'directory' ? 'archive' : 'archive.tar.gz');
  const args = ['--domain', 'kernel,networking', '--format', format, '--output', output];
  expect(await runInProcess(['collect', '--root', fakeRoot(files), ...args])).toMatchObject({ status: 0 });
  return output;
}
