import { stampCharacters } from './stamps.js';

/** Reads the bytes of a file in [from, to); fewer at its end. */
export type ReadPart = (from: number, to: number) => Promise<Uint8Array>;

/** The beginning of a line, and where it begins. */
export interface LineHead {
  readonly offset: number;
  readonly head: string;
}

/** Bytes that are read at once. */
export const chunkBytes = 64 * 1024;

const newline = 10;

/** The beginnings of all lines that start in [from, to). With `isLine`, `from` itself starts a line. */
export async function* lineHeads(
  read: ReadPart,
  from: number,
  to: number,
  isLine: boolean,
): AsyncGenerator<LineHead> {
  let atLine = isLine;
  for (let position = from; position < to; ) {
    // The last line that begins here may need bytes that follow.
    const chunk = Buffer.from(await read(position, position + chunkBytes + stampCharacters));
    if (chunk.length === 0) return;
    let line = atLine ? 0 : chunk.indexOf(newline) + 1;
    const last = Math.min(chunk.length, chunkBytes);
    let isFound = atLine || line > 0;
    while (isFound && line < last && position + line < to) {
      const end = chunk.indexOf(newline, line);
      const head = chunk.toString(
        'latin1',
        line,
        Math.min(end === -1 ? chunk.length : end, line + stampCharacters),
      );
      yield { offset: position + line, head };
      isFound = end !== -1;
      line = end + 1;
    }
    atLine = isFound;
    position += isFound ? Math.max(line, 1) : last;
  }
}
