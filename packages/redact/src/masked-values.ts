import { maskForm } from '@hostspec/host-kit';
import { asBuffer } from './match/bytes.js';
import { masksIn } from './match/mask-form.js';

/** A masked value and the rest of its line. Texts have one character for each byte. */
export interface MaskedValue {
  /** Number of the line, from 1. */
  readonly line: number;
  readonly rule: string;
  readonly before: string;
  readonly value: string;
  readonly after: string;
}

/** Finds masked values by comparing the lines of a content before and after masking. */
export interface ValueFinder {
  /** Takes the next bytes before masking. */
  original(piece: Uint8Array): void;
  /** Takes the next bytes after masking. Must not be ahead of `original`. */
  masked(piece: Uint8Array): void;
  /** Ends both contents. */
  end(): void;
}

// Longer lines are not kept: their masks are reported without values.
const longestLine = 64 * 1024;

/** Creates a finder that calls `found` for each value, in order. */
export function valueFinder(found: (value: MaskedValue) => void): ValueFinder {
  const originals: (string | undefined)[] = [];
  let line = 0;
  const before = lineSplitter((text) => void originals.push(text));
  const after = lineSplitter((text) => {
    line++;
    const original = originals.shift();
    if (text === original) return;
    for (const value of valuesIn(original ?? '', text ?? '')) found({ line, ...value });
  });
  return {
    original: before.take,
    masked: after.take,
    end() {
      before.end();
      after.end();
    },
  };
}

function lineSplitter(take: (line: string | undefined) => void) {
  let begun: string | undefined = '';
  const add = (text: string): void => {
    begun = begun === undefined || begun.length + text.length > longestLine ? undefined : begun + text;
  };
  return {
    take(piece: Uint8Array): void {
      const parts = asBuffer(piece).toString('latin1').split('\n');
      const last = parts.pop() ?? '';
      for (const part of parts) {
        add(part);
        take(begun);
        begun = '';
      }
      add(last);
    },
    end(): void {
      take(begun);
      begun = '';
    },
  };
}

/** True if a line has the parts around the masks of another one, in order. */
function hasParts(original: string, masked: string): boolean {
  let from = 0;
  let at = 0;
  for (const { mask, index } of masksIn(masked)) {
    const part = masked.slice(from, index);
    const found = original.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
    from = index + mask.length;
  }
  return original.endsWith(masked.slice(from));
}

/** A mask that got quotes because it replaces a number in JSON. */
const inQuotes = new RegExp(String.raw`(?<=:[ \t]{0,16})(\\*")(${maskForm})\1`, 'g');

/** The values behind the masks of a line: the bytes between the parts around them. */
function* valuesIn(original: string, line: string): Generator<Omit<MaskedValue, 'line'>> {
  const masked = hasParts(original, line) ? line : line.replace(inQuotes, '$2');
  const masks = [...masksIn(masked)];
  const first = masked.slice(0, masks[0]?.index);
  let from = first.length;
  for (const [at, { mask, rule, index }] of masks.entries()) {
    const following = masks[at + 1];
    const next = masked.slice(index + mask.length, following?.index);
    const end = following ? original.indexOf(next, from + 1) : original.length - next.length;
    if (end < from) return yield { rule, before: first, value: '', after: '' };
    const value = original.slice(from, end);
    if (masksIn(value).next().done)
      yield { rule, before: original.slice(0, from), value, after: original.slice(end) };
    from = end + next.length;
  }
}
