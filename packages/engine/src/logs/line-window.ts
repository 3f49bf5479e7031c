import type { Piece } from '@hostspec/spec';
import { chunkBytes } from './line-heads.js';
import { type StampOf, stampCharacters } from './stamps.js';
import type { Window } from './window.js';

const newline = 10;

/** Passes on the lines of a content whose time is in a window. */
export interface LineWindow {
  /** The parts of a piece that are in the window. */
  push(piece: Piece): Piece[];
  /** The rest, at the end. */
  end(): Piece[];
  /** Whether any line had a time; if not, everything was passed on. */
  hasStamps(): boolean;
}

/** Adds a part, or extends the one before if that ends where the part begins: an object for each line would take more memory than the lines. */
function give(part: Buffer, given: Buffer[]): void {
  const last = given.at(-1);
  if (last?.buffer === part.buffer && last.byteOffset + last.length === part.byteOffset)
    given[given.length - 1] = Buffer.from(last.buffer, last.byteOffset, last.length + part.length);
  else given.push(part);
}

/** Creates the filter for content that can only be read from its beginning. */
export function lineWindow(stampOf: StampOf, { since, until }: Window): LineWindow {
  // The beginning of a line, until it is long enough to find its time.
  let head: Buffer | undefined = Buffer.alloc(0);
  // Lines before the first time. If no line has a time, the file's form is unknown.
  let unknown: Buffer[] | undefined = [];
  let unknownBytes = 0;
  let isInside = false;
  let stamped = false;

  const decide = (line: Buffer, given: Buffer[]): void => {
    const time = stampOf(line.toString('latin1', 0, Math.min(line.length, stampCharacters)));
    if (time === undefined) return;
    isInside = (since === undefined || time >= since) && (until === undefined || time <= until);
    if (!stamped && isInside) given.push(...(unknown ?? []));
    stamped = true;
    unknown = undefined;
  };
  const pass = (part: Buffer, given: Buffer[]): void => {
    if (part.length === 0) return;
    if (stamped || unknown === undefined) {
      if (isInside) give(part, given);
      return;
    }
    unknown.push(Buffer.from(part));
    unknownBytes += part.length;
    if (unknownBytes <= chunkBytes) return;
    given.push(...unknown);
    unknown = undefined;
    isInside = true;
  };

  return {
    push(piece) {
      const given: Buffer[] = [];
      const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
      let at = 0;
      while (at < bytes.length) {
        if (head === undefined) {
          const rest = bytes.indexOf(newline, at) + 1;
          pass(bytes.subarray(at, rest === 0 ? bytes.length : rest), given);
          if (rest === 0) return given;
          at = rest;
          head = Buffer.alloc(0);
          continue;
        }
        const end = bytes.indexOf(newline, at) + 1;
        const most: number = Math.min(end === 0 ? bytes.length : end, at + stampCharacters - head.length);
        const line: Buffer =
          head.length === 0 ? bytes.subarray(at, most) : Buffer.concat([head, bytes.subarray(at, most)]);
        at = most;
        const isWhole = end !== 0 && most === end;
        if (!isWhole && line.length < stampCharacters) {
          head = Buffer.from(line);
          return given;
        }
        decide(line, given);
        pass(line, given);
        head = isWhole ? Buffer.alloc(0) : undefined;
      }
      return given;
    },
    end() {
      const given: Buffer[] = [];
      if (head !== undefined && head.length > 0) {
        decide(head, given);
        pass(head, given);
      }
      if (!stamped && unknown !== undefined) given.push(...unknown);
      return given;
    },
    hasStamps: () => stamped,
  };
}
