import { StringDecoder } from 'node:string_decoder';

/** Receives the content of items as it is read. */
export interface ContentWriter {
  begin(): void;
  write(bytes: Buffer): Promise<void>;
  /** Ends the content. Returns the text that stands for it in its line. */
  end(): string;
}

const [newline, quote, colon, comma, backslash] = [0x0a, 0x22, 0x3a, 0x2c, 0x5c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

const pieceBytes = 256 * 1024;
/** All keys that matter here are shorter. */
const longestKey = 16;
/** Depth of an item: an object in a list in the line's object. */
const itemDepth = 3;

/**
 * Reads NDJSON lines without the content of their items (`text` or `base64` of an object in the list `items`). Content goes to `content` in
 * pieces, so a line takes only the memory of its rest. If that exceeds `most` bytes, throws `tooLong`.
 *
 * @throws SyntaxError if content is not JSON.
 */
export async function* linesWithoutContent(
  chunks: AsyncIterable<Uint8Array>,
  content: ContentWriter,
  most: number,
  tooLong: () => Error,
): AsyncGenerator<string> {
  const kept: Buffer[] = [];
  let length = 0;
  const place = placeInLine();
  let reader: ContentReader | undefined;
  const keep = (bytes: Buffer): void => {
    length += bytes.length;
    if (length > most) throw tooLong();
    // A copy, which does not keep the whole chunk in memory.
    kept.push(Buffer.from(bytes));
  };
  const take = (): string => {
    const line = Buffer.concat(kept).toString();
    kept.length = 0;
    length = 0;
    place.reset();
    return line;
  };
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    for (let at = 0; at < bytes.length; ) {
      if (reader) {
        const { used, isOver } = await reader.take(bytes.subarray(at));
        at += used;
        if (!isOver) continue;
        keep(Buffer.from(JSON.stringify(content.end()).slice(1)));
        reader = undefined;
        continue;
      }
      const { used, next } = place.skip(bytes.subarray(at));
      const end = at + used;
      keep(bytes.subarray(at, next === 'line' ? end - 1 : end));
      at = end;
      if (next === 'line') yield take();
      else if (next !== undefined) {
        content.begin();
        reader = contentReader(next, content);
      }
    }
  }
  if (reader || length > 0) yield take();
}

type Encoding = 'text' | 'base64';

/** What follows the skipped bytes: content in an encoding, or the next line. */
type Next = Encoding | 'line' | undefined;

/** Follows the structure of a line up to its next content. */
function placeInLine() {
  let depth = 0;
  /** The last string, if it is short. It becomes the key of the value at its depth. */
  let word: string | undefined;
  let keys: string[] = [];
  let isValue = false;
  let string: StringEnd | undefined;

  const encodingHere = (): Encoding | undefined => {
    const key = keys[itemDepth];
    const isItem = depth === itemDepth && keys[1] === 'items' && isValue;
    return isItem && (key === 'text' || key === 'base64') ? key : undefined;
  };

  const see = (byte: number): void => {
    if (byte === colon) {
      if (depth === 1 || depth === itemDepth) keys[depth] = word ?? '';
      isValue = true;
    } else if (byte === openObject || byte === openList) {
      depth++;
      isValue = false;
    } else if (byte === closeObject || byte === closeList) {
      depth--;
      isValue = false;
    } else if (byte === comma) isValue = false;
  };

  return {
    /** Skips bytes up to content, which begins after a quote, or up to the end of the line. */
    skip(bytes: Buffer): { readonly used: number; readonly next: Next } {
      let at = 0;
      while (at < bytes.length) {
        if (string) {
          const { used, isOver } = string.find(bytes.subarray(at));
          const part = bytes.subarray(at, at + used);
          word =
            word === undefined || word.length > longestKey
              ? undefined
              : word + part.toString('latin1', 0, longestKey);
          at += used;
          if (isOver) {
            word = word?.endsWith('"') ? word.slice(0, -1) : undefined;
            string = undefined;
          }
          continue;
        }
        const byte = bytes[at++] as number;
        if (byte === newline) return { used: at, next: 'line' };
        if (byte === quote) {
          const encoding = encodingHere();
          if (encoding) return { used: at, next: encoding };
          string = stringEnd();
          word = '';
        } else see(byte);
      }
      return { used: at, next: undefined };
    },
    reset() {
      depth = 0;
      word = undefined;
      keys = [];
      isValue = false;
      string = undefined;
    },
  };
}

interface StringEnd {
  /** Bytes up to and including the closing quote; all bytes if it does not come. */
  find(bytes: Buffer): { readonly used: number; readonly isOver: boolean };
}

/** Finds the end of a string that has begun. */
function stringEnd(): StringEnd {
  let isEscaped = false;
  return {
    find(bytes) {
      for (let from = 0; ; ) {
        const end = bytes.indexOf(quote, from);
        const stop = end < 0 ? bytes.length : end;
        const escapes = escapesBefore(bytes, from, stop);
        const isOdd = escapes % 2 === 1;
        // A part of backslashes only continues those of the part before.
        const isReached = escapes === stop - from && isEscaped;
        isEscaped = isReached ? !isOdd : isOdd;
        if (end < 0) return { used: bytes.length, isOver: false };
        if (!isEscaped) return { used: end + 1, isOver: true };
        isEscaped = false;
        from = end + 1;
      }
    },
  };
}

function escapesBefore(bytes: Buffer, from: number, end: number): number {
  let at = end;
  while (at > from && bytes[at - 1] === backslash) at--;
  return end - at;
}

interface ContentReader {
  /** Takes bytes up to the closing quote of the content. */
  take(bytes: Buffer): Promise<{ readonly used: number; readonly isOver: boolean }>;
}

function contentReader(encoding: Encoding, content: ContentWriter): ContentReader {
  const end = stringEnd();
  const decoder = new StringDecoder('utf8');
  let pending = '';

  const flush = async (isLast: boolean): Promise<void> => {
    const { text, used } = unescaped(pending, isLast);
    // Four base64 characters are three bytes.
    const whole = encoding === 'text' || isLast ? text.length : text.length - (text.length % 4);
    await content.write(Buffer.from(text.slice(0, whole), encoding === 'text' ? 'utf8' : 'base64'));
    pending = text.slice(whole) + pending.slice(used);
  };

  return {
    async take(bytes) {
      const { used, isOver } = end.find(bytes);
      pending += decoder.write(bytes.subarray(0, isOver ? used - 1 : used));
      if (isOver) pending += decoder.end();
      if (isOver || pending.length >= pieceBytes) await flush(isOver);
      return { used, isOver };
    },
  };
}

/** Length of `\uD83D`, an escape that can be half of a character. A shorter one can be incomplete. */
const escapeLength = 6;

/** Decodes a JSON string up to the last complete escape. @throws SyntaxError if it is not JSON. */
function unescaped(text: string, isLast: boolean): { readonly text: string; readonly used: number } {
  const most = isLast ? 0 : Math.min(escapeLength - 1, text.length);
  for (let left = 0; left <= most; left++) {
    const used = text.length - left;
    const read = parsed(text.slice(0, used));
    if (read === undefined) continue;
    // The first half of a surrogate pair waits for the next piece. UTF-8 has no halves, so it is an escape.
    const isHalf = !isLast && /[\ud800-\udbff]$/.test(read);
    return isHalf ? { text: read.slice(0, -1), used: used - escapeLength } : { text: read, used };
  }
  throw new SyntaxError('it is not JSON');
}

function parsed(text: string): string | undefined {
  try {
    return JSON.parse(`"${text}"`);
  } catch {
    return undefined;
  }
}
