import { existsSync } from 'node:fs';
import { type FileHandle, mkdir } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { errorWords } from '@hostspec/files';
import { openOutputPlace, openOwnFile } from '@hostspec/files/output';
import type { Io } from '../io.js';
import { printable } from '../text.js';

/** Most lines that are kept. */
export const mostHistory = 1000;
const longestLine = 4096;
const mostBytes = mostHistory * longestLine;

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
  try {
    return await historyIn(await openFile(directory));
  } catch (error) {
    err.write(
      `The history is not kept in ${printable(join(directory, 'shell_history'))}: ${printable(errorWords(error))}\n`,
    );
    return inMemory;
  }
}

function directoryOf({ XDG_STATE_HOME: state = '', HOME: home = '' }: Io['env']): string | undefined {
  if (isAbsolute(state)) return join(state, 'hostspec');
  return isAbsolute(home) ? join(home, '.local/state/hostspec') : undefined;
}

/** Makes the directory, which must be this user's alone, and opens the file in it. With `sudo`, HOME may still be the caller's. */
async function openFile(directory: string): Promise<FileHandle> {
  openOutputPlace(existingPart(directory)).close();
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const place = openOutputPlace(directory, { alone: true });
  try {
    return await openOwnFile(place.at('shell_history'));
  } finally {
    place.close();
  }
}

function existingPart(path: string): string {
  return existsSync(path) || path === dirname(path) ? path : existingPart(dirname(path));
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
