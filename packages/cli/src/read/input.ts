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
  let bytes = 0;
  const progress = isQuiet ? undefined : progressLine(io, (seconds) => `${bytesText(bytes)}, ${seconds}`);
  const taken = (more: number): void => {
    bytes += more;
    progress?.update();
  };
  try {
    input =
      path === '-'
        ? await openStream(io.inputBytes(), 'standard input')
        : await openInput(archivePath(path, io));
    return await use({ ...input, taken });
  } catch (error) {
    if (error instanceof Error) error.message = text(error.message);
    throw error;
  } finally {
    progress?.end();
    await input?.close();
  }
}
