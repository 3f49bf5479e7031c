import { errorWords } from '@hostspec/files';
import { isHostspecError } from '@hostspec/spec';

/** A content that cannot be read or unpacked: its member is left out, and the work continues. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

/** A content that is packed in a way that is not opened: its member is left out. */
export class NotOpened extends Unreadable {}

/** A content whose errors are `Unreadable`. */
export async function* readable(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const pieces = content[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await pieces.next().catch(rethrown);
      if (next.done) return;
      yield next.value;
    }
  } finally {
    await pieces.return?.();
  }
}

function rethrown(error: unknown): never {
  throw unreadable(error);
}

/** An error in reading as `Unreadable`. */
export function unreadable(error: unknown): Unreadable {
  if (error instanceof Unreadable) return error;
  const why = isHostspecError(error) || isFromZlib(error) ? error.message : errorWords(error);
  return new Unreadable(`it cannot be read: ${why}`, { cause: error });
}

function isFromZlib(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}
