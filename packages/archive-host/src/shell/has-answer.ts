import type { ArchivedFile } from '../opened-archive.js';
import { notFound } from './builtin.js';
import { evaluate } from './evaluate.js';
import type { Answer, ArchiveSession } from './session.js';
import { parseLine } from './words.js';

/** Whether the archive answers a command line, as `evaluate` does: it prints something, or nothing without a complaint. */
export async function hasAnswer(line: string, session: ArchiveSession): Promise<boolean> {
  let [isPrinted, isMissing] = [false, false];
  const status = await evaluate(
    parseLine(line),
    { session: withBeginnings(session), directory: '/', isStopped: () => isPrinted },
    {
      out: { write: (content) => (isPrinted ||= content.length > 0) },
      shown: { printable: (text) => text, bytes: String },
      problem: () => {
        isMissing = true;
      },
      note: () => {},
    },
  );
  return isPrinted || (!isMissing && status !== notFound);
}

/** A session that has only the first piece of files and outputs: a pipe over a large log would read all of it. */
function withBeginnings(session: ArchiveSession): ArchiveSession {
  const short = (answer: Answer | undefined): Answer | undefined =>
    answer && { ...answer, output: withBeginning(answer.output) };
  return {
    ...session,
    open: (path) => withBeginning(session.open(path)),
    same: (argv) => short(session.same(argv)),
    synonym: async (argv) => short(await session.synonym(argv)),
    similar: (argv) => short(session.similar(argv)),
  };
}

/** If content was cut, what a pipe finds in it decides. */
function withBeginning<T extends { readonly file?: ArchivedFile; readonly cut?: unknown }>(found: T): T {
  const { file, cut } = found;
  return file && cut === undefined
    ? { ...found, file: { bytes: file.bytes, stream: () => firstPiece(file) } }
    : found;
}

async function* firstPiece(file: ArchivedFile): AsyncGenerator<Uint8Array> {
  for await (const piece of file.stream()) {
    yield piece;
    if (piece.length > 0) return;
  }
}
