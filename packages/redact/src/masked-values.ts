import { masksIn } from './match/mask-form.js';

/** A value that is masked, in its line. Texts have one character for each byte. */
export interface MaskedValue {
  /** The line, from 1. */
  readonly line: number;
  readonly rule: string;
  readonly before: string;
  readonly value: string;
  readonly after: string;
}

/** Finds the masked values of a content from its lines before and after. */
export interface ValueFinder {
  /** Takes bytes as they were. */
  original(piece: Uint8Array): void;
  /** Takes bytes as they are after masking, not ahead of the original ones. */
  masked(piece: Uint8Array): void;
  /** Ends both. */
  end(): void;
}

// A line that is longer is not kept; its masks are shown without values.
const longestLine = 64 * 1024;

/** Makes a finder that passes each value on, in order. */
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
      const parts = Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString('latin1').split('\n');
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

/** Whether a line has all that is around the masks of another one, in order. */
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

/** A mask that stands for a number of JSON, so that it got quotes. */
const inQuotes = /(?<=:[ \t]{0,16})(\\*")(__secret_\w+?_[0-9a-f]{8}__)\1/g;

/** What the masks of a line stand for: the bytes between those around them. */
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
