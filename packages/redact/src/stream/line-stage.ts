import { asBuffer } from '../match/bytes.js';

const lineEnd = 10;

/** The longest line, in bytes, that a stage reads at once. */
export const longestRead = 4096;

/** Where a longer line is cut: before the comma and the quote that follow a value of JSON. */
const cut = ',"';
const cutOrLineEnd = /\n|,"/g;

/** A stage that changes whole lines. */
export interface LineStage {
  /** The stage's output for a piece. Returns the piece if nothing changes. */
  push(piece: Uint8Array): Uint8Array;
  /** The output for a last line without an end. */
  end(): Uint8Array;
}

/** The start of the first line that is too long to read at once, from the start of a line on. -1 if there is none. */
function startOfLong(text: string, from: number): number {
  let start = from;
  while (text.length - start > longestRead) {
    const end = text.slice(start, start + longestRead + 1).lastIndexOf('\n') + 1;
    if (end === 0) return start;
    start += end;
  }
  return -1;
}

/**
 * Creates a stage that gets complete lines as Latin-1 text, whatever the pieces are. `change` returns the same text if nothing changes. A line
 * that is too long to read at once comes in parts, each of them alone. A part that is too long passes unchanged. `passed` is called after one that
 * ends its line.
 */
export function createLineStage(change: (text: string) => string, passed: () => void): LineStage {
  /** The start of a line or part whose end is not there yet. */
  let held = '';
  let isUnread = false;

  /** What the lines and parts of a text become, where those that are not complete start, and whether nothing changed. */
  const changed = (text: string) => {
    let out = '';
    let from = 0;
    let isSame = true;
    const copy = (to: number) => {
      out += text.slice(from, to);
      from = to;
    };
    const read = (to: number) => {
      if (to <= from) return;
      const part = text.slice(from, to);
      const result = change(part);
      isSame &&= result === part;
      out += result;
      from = to;
    };
    for (;;) {
      if (isUnread) {
        cutOrLineEnd.lastIndex = from;
        const found = cutOrLineEnd.exec(text);
        if (found === null) {
          // The quote can be in the next piece.
          copy(text.length - (text.endsWith(',') ? 1 : 0));
          break;
        }
        isUnread = false;
        const isEnd = found[0] === '\n';
        copy(found.index + (isEnd ? 1 : 0));
        if (isEnd) passed();
      }
      const long = startOfLong(text, from);
      if (long === -1) {
        read(text.lastIndexOf('\n') + 1);
        break;
      }
      read(long);
      const end = text.slice(long, long + longestRead + 1).lastIndexOf(cut);
      if (end > 0) read(long + end);
      else {
        copy(long + 1);
        isUnread = true;
      }
    }
    return { out, from, isSame };
  };

  return {
    push(piece) {
      const bytes = asBuffer(piece);
      const hadHeld = held !== '';
      held += bytes.toString('latin1');
      if (bytes.lastIndexOf(lineEnd) === -1 && held.length <= longestRead && !isUnread)
        return bytes.subarray(0, 0);
      const { out, from, isSame } = changed(held);
      const kept = held.length - from;
      // A copy, so that the rest of the piece can be freed.
      held = kept > bytes.length ? held.slice(from) : bytes.toString('latin1', bytes.length - kept);
      return isSame && !hadHeld ? bytes.subarray(0, bytes.length - kept) : Buffer.from(out, 'latin1');
    },
    end() {
      const rest = isUnread ? held : change(held);
      held = '';
      return Buffer.from(rest, 'latin1');
    },
  };
}
