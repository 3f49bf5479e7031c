import { type Input, openInput, openStream } from '@hostspec/archive';
import type { Redaction } from '@hostspec/spec';
import type { Io } from '../io.js';
import { archivePath } from './archive-path.js';

/** Opens what a command reads, `-` for standard input, uses it and closes it. No error has a secret in its text. */
export async function withInput<T>(
  path: string,
  { text }: Pick<Redaction, 'text'>,
  io: Io,
  use: (input: Input) => Promise<T>,
): Promise<T> {
  let input: Input | undefined;
  try {
    input =
      path === '-'
        ? await openStream(io.inputBytes(), 'standard input')
        : await openInput(archivePath(path, io));
    return await use(input);
  } catch (error) {
    if (error instanceof Error) error.message = text(error.message);
    throw error;
  } finally {
    await input?.close();
  }
}
