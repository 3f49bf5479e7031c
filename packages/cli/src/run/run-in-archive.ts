import { createArchiveSession, evaluate, type ParsedCommand, parseLine } from '@hostspec/archive-host/shell';
import type { Io } from '../io.js';
import { withArchive } from '../read/with-archive.js';
import { shellOutput } from '../shell/shell-output.js';
import { usageError } from '../usage-error.js';

/** Answers one command line from an archive; a single word is a line as in a shell, several are the words of one command. */
export async function runInArchive(path: string, words: readonly string[], io: Io): Promise<number> {
  const [line = ''] = words;
  const commands: readonly ParsedCommand[] =
    words.length === 1
      ? parseLine(line)
      : [{ words: words.map((text) => ({ text, isPattern: false })), quiet: false }];
  if (commands.length === 0 || line.trim() === '')
    throw usageError('COMMAND is empty; allowed: a recorded command or a line with a pipe', 'COMMAND', line);
  return withArchive(path, io, async (archive) =>
    evaluate(commands, { session: await createArchiveSession(archive), directory: '/' }, shellOutput(io)),
  );
}
