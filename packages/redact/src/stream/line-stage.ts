import { asBuffer } from '../match/bytes.js';

const lineEnd = 10;

/** The longest line, in bytes, that a stage reads. A longer one passes unchanged. */
export const longestRead = 4096;

/** A stage that changes whole lines. */
export interface LineStage {
  /** The stage's output for a piece. Returns the piece if nothing changes. */
  push(piece: Uint8Array): Uint8Array;
  /** The output for a last line without an end. */
  end(): Uint8Array;
}

/**
 * Creates a stage that gets complete lines as Latin-1 text, whatever the pieces are. `change` returns the same text if nothing changes.
 * `passed` is called after the end of a line that was too long to read.
 */
export function createLineStage(change: (text: string) => string, passed: () => void): LineStage {
  /** The start of a line whose end is not there yet. */
  let held = '';
  let isRest = false;

  const changed = (text: string): string => {
    if (!isRest) return change(text);
    const end = text.indexOf('\n') + 1;
    if (end === 0) return text;
    isRest = false;
    passed();
    return text.slice(0, end) + change(text.slice(end));
  };

  return {
    push(piece) {
      const bytes = asBuffer(piece);
      const end = bytes.lastIndexOf(lineEnd) + 1;
      const lines = end === 0 ? '' : held + bytes.toString('latin1', 0, end);
      const hadHeld = held !== '';
      held = (end === 0 ? held : '') + bytes.toString('latin1', end);
      let text = changed(lines);
      const isSame = text === lines && !(hadHeld && end > 0);
      if (isRest || held.length > longestRead) {
        text += held;
        held = '';
        isRest = true;
      } else if (isSame) return bytes.subarray(0, end);
      return Buffer.from(text, 'latin1');
    },
    end() {
      const rest = isRest ? held : change(held);
      held = '';
      return Buffer.from(rest, 'latin1');
    },
  };
}
