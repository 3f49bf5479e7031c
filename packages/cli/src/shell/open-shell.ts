import { createArchiveSession } from '@hostspec/archive-host/shell';
import type { Io } from '../io.js';
import { withArchive } from '../read/with-archive.js';
import { printable } from '../text.js';
import { interact } from './interact.js';
import { type Shell, shellOf } from './shell.js';

/** Answers lines from a terminal or from standard input, until their end; returns the exit status of the last one. */
export async function openShell(path: string, io: Io): Promise<number> {
  return withArchive(path, io, async (archive) => {
    const session = await createArchiveSession(archive);
    const shell = shellOf(session, await shownHostname(session), io);
    const terminal = io.terminal();
    return terminal ? interact(shell, terminal, io) : evaluateLines(shell, io);
  });
}

async function shownHostname(session: { hostname(): Promise<string> }): Promise<string> {
  const name = await session.hostname().catch(() => 'archive');
  return printable(name).slice(0, 64);
}

/** Lines from standard input, as from a file of commands. */
async function evaluateLines(shell: Shell, io: Io): Promise<number> {
  const decoder = new TextDecoder();
  let rest = '';
  let status = 0;
  const evaluate = async (line: string): Promise<boolean> => {
    status = await shell.evaluate(line);
    return shell.isOver();
  };
  for await (const piece of io.inputBytes()) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (await evaluate(line)) return status;
  }
  if (rest !== '') await evaluate(rest);
  return status;
}
