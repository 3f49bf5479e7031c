import { notFound } from './builtin.js';
import { type Evaluation, evaluate } from './evaluate.js';
import { parseLine } from './words.js';

/** Whether the archive answers a command line, as `evaluate` does: it prints something, or nothing without a complaint. */
export async function hasAnswer(
  line: string,
  { session, directory }: Pick<Evaluation, 'session' | 'directory'>,
): Promise<boolean> {
  let [isPrinted, isMissing] = [false, false];
  const status = await evaluate(
    parseLine(line),
    // A beginning says enough.
    { session, directory, isStopped: () => isPrinted },
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
