import { type BigIntStats, constants } from 'node:fs';
import { type FileHandle, mkdir, open, realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { codeOf, errorWords } from '@hostspec/files';
import type { Io } from '../io.js';
import { printable } from '../text.js';

/** As many lines are kept. */
export const mostHistory = 1000;
const longestLine = 4096;
const mostBytes = mostHistory * longestLine;
const { O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_RDWR } = constants;

/** The lines that a person typed in this shell and in those before it. */
export interface History {
  /** The first one is the oldest. */
  readonly lines: readonly string[];
  /** Keeps a line, unless it contains a secret or repeats the last one. Never fails. */
  add(line: string): Promise<void>;
  close(): Promise<void>;
}

const inMemory: History = { lines: [], add: async () => {}, close: async () => {} };

/** Opens the history of the user. If it cannot be kept, says why and returns an empty one that keeps nothing. */
export async function openHistory({ env, err }: Pick<Io, 'env' | 'err'>): Promise<History> {
  const directory = directoryOf(env);
  if (directory === undefined) return inMemory;
  const path = join(directory, 'shell_history');
  try {
    await prepare(directory);
    return await historyIn(await openOwn(path));
  } catch (error) {
    err.write(`The history is not kept in ${printable(path)}: ${errorWords(error)}\n`);
    return inMemory;
  }
}

function directoryOf({ XDG_STATE_HOME: state = '', HOME: home = '' }: Io['env']): string | undefined {
  if (isAbsolute(state)) return join(state, 'hostspec');
  return isAbsolute(home) ? join(home, '.local/state/hostspec') : undefined;
}

const isOwn = ({ uid }: BigIntStats): boolean => uid === BigInt(process.geteuid?.() ?? -1);

/** Makes a directory in which only the user and root can put a link or another file. */
async function prepare(directory: string): Promise<void> {
  await check(await existingPart(directory));
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await check(directory);
  if (!isOwn(await stat(directory, { bigint: true })))
    throw new Error('its directory belongs to another user');
}

async function existingPart(path: string): Promise<string> {
  try {
    await stat(path);
    return path;
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || path === dirname(path)) throw error;
    return existingPart(dirname(path));
  }
}

/** Checks the directories of a path, and those that its links lead to. */
async function check(path: string): Promise<void> {
  await checkAbove(path);
  await checkAbove(await realpath(path));
}

/** Checks a directory and those above it. With `sudo`, HOME may still be the caller's. */
async function checkAbove(directory: string): Promise<void> {
  for (let path = directory; ; path = dirname(path)) {
    const stats = await stat(path, { bigint: true });
    if (stats.uid !== 0n && !isOwn(stats)) throw new Error(`${printable(path)} belongs to another user`);
    const isShared = (stats.mode & 0o002n) !== 0n && (stats.mode & 0o1000n) === 0n;
    if (isShared) throw new Error(`every user can write to ${printable(path)}`);
    if (path === dirname(path)) return;
  }
}

/** Opens a file of the user's own, and no link or device. */
async function openOwn(path: string): Promise<FileHandle> {
  const file = await open(path, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
  try {
    const stats = await file.stat({ bigint: true });
    if (!stats.isFile()) throw new Error('it is not a regular file');
    if (!isOwn(stats)) throw new Error('it belongs to another user');
    if (stats.nlink !== 1n) throw new Error('it has another name too');
    await file.chmod(0o600);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function historyIn(file: FileHandle): Promise<History> {
  const lines = await shortened(file);
  const { redactText } = await import('@hostspec/redact');
  let count = lines.length;
  let last = lines.at(-1);
  const append = async (line: string): Promise<void> => {
    await file.write(`${line}\n`);
    last = line;
    if (++count > mostHistory) count = (await shortened(file)).length;
  };
  return {
    lines,
    async add(line) {
      const isKept = line !== last && isLine(line) && redactText(line) === line;
      // A full disk must not end the shell.
      if (isKept) await append(line).catch(() => {});
    },
    close: () => file.close().catch(() => {}),
  };
}

/** Reads the last lines, and removes the others from the file; another shell may have added some. */
async function shortened(file: FileHandle): Promise<string[]> {
  const { size } = await file.stat();
  const start = Math.max(0, size - mostBytes);
  const bytes = Buffer.alloc(size - start);
  const { bytesRead } = await file.read(bytes, 0, bytes.length, start);
  const all = bytes.toString('utf8', 0, bytesRead).split('\n');
  // The first one may lack its beginning.
  const lines = all.slice(start === 0 ? 0 : 1).filter(isLine);
  const last = lines.slice(-mostHistory);
  if (start > 0 || lines.length > mostHistory) {
    await file.truncate(0);
    await file.write(last.map((line) => `${line}\n`).join(''));
  }
  return last;
}

/** Whether a line can be kept and shown at a prompt: the terminal obeys control characters. */
function isLine(line: string): boolean {
  return line.trim() !== '' && line.length <= longestLine && !/[\p{Cc}\p{Cf}]/u.test(line);
}
