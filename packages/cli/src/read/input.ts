import { type Input, openInput, openStream } from '@hostspec/archive';
import { bytesText } from '@hostspec/host-kit';
import type { Redaction } from '@hostspec/spec';
import { progressLine } from '../collect/progress.js';
import type { Io } from '../io.js';
import { archivePath } from './archive-path.js';

/**
 * Opens what a command reads, `-` for standard input, uses it and closes it; shows how much of a file was read, unless `isQuiet`. No error has a
 * secret in its text.
 */
export async function withInput<T>(
  path: string,
  { text }: Pick<Redaction, 'text'>,
  io: Io,
  use: (input: Input) => Promise<T>,
  isQuiet = path === '-',
): Promise<T> {
  let input: Input | undefined;
  const counts = { read: 0, taken: 0 };
  const progress = isQuiet
    ? undefined
    : progressLine(io, (seconds) =>
        counts.taken === 0
          ? `reading, ${bytesText(counts.read)}, ${seconds}`
          : `${bytesText(counts.taken)}, ${seconds}`,
      );
  const count = (what: keyof typeof counts) => (more: number) => {
    counts[what] += more;
    progress?.update();
  };
  try {
    input =
      path === '-'
        ? await openStream(io.inputBytes(), 'standard input')
        : await openInput(archivePath(path, io), { read: count('read') });
    return await use({ ...input, taken: count('taken') });
  } catch (error) {
    if (error instanceof Error) error.message = text(error.message);
    throw error;
  } finally {
    progress?.end();
    await input?.close();
  }
}
