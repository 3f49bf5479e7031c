import { createEmitter, type Emitter } from './emitter.js';
import { type Mask, maskWith } from './mask.js';
import { type Found, type Matcher, matcherOf } from './matcher.js';
import { createOutput } from './output.js';
import { type Rule, windowAhead, windowBehind } from './rule.js';
import { allRules } from './rules/index.js';

/** Options of a redactor. */
export interface RedactorOptions {
  /** The rules, the ones that win first; all rules of this package by default. Check your own with `checkRules`. */
  readonly rules?: readonly Rule[];
  /** The key of the masks. Redactors with the same key give equal secrets equal masks. A random one by default. */
  readonly key?: Uint8Array;
}

/** What a redactor masked: numbers only, never a value. */
export interface RedactionReport {
  /** How many secrets were masked, by the id of the rule. */
  readonly secrets: Readonly<Record<string, number>>;
  /** Bytes read so far. */
  readonly bytes: number;
  /** Positions looked at and patterns tried: at most a constant number for each byte. */
  readonly steps: number;
}

/** Masks the secrets of a stream of bytes. */
export interface Redactor {
  /** Takes a piece and returns the bytes that are decided by now. Up to 4 KB remain inside; the caller may reuse the piece. */
  readonly push: (piece: Uint8Array) => Uint8Array;
  /** Returns the remaining bytes. The redactor is then ready for another stream. */
  readonly end: () => Uint8Array;
  /** What was masked since the redactor was made. */
  readonly report: () => RedactionReport;
}

const block = 64 * 1024;
const matchers = new WeakMap<readonly Rule[], Matcher>();

/** Makes a redactor. The same bytes give the same result, however they are split into pieces. It keeps about 80 KB of the stream; the table of keywords takes 256 KB once for all redactors with the same rules. */
export function redactor({ rules = allRules, key }: RedactorOptions = {}): Redactor {
  const matcher = matchers.get(rules) ?? matcherOf(rules);
  matchers.set(rules, matcher);
  const mask: Mask = maskWith(key);
  const counts = new Map<string, number>();
  const totals = { bytes: 0, steps: 0 };
  let stream = createStream(matcher, mask, counts, totals);
  return {
    push: (piece) => stream.push(piece),
    end() {
      const rest = stream.end();
      stream = createStream(matcher, mask, counts, totals);
      return rest;
    },
    report: () => ({ secrets: Object.fromEntries([...counts].sort()), ...totals }),
  };
}

/** Masks the secrets of a text. */
export function redactText(text: string, options?: RedactorOptions): string {
  const { push, end } = redactor(options);
  const start = push(Buffer.from(text));
  return Buffer.concat([start, end()]).toString();
}

interface Totals {
  bytes: number;
  steps: number;
}

function createStream(matcher: Matcher, mask: Mask, counts: Map<string, number>, totals: Totals) {
  const bytes = Buffer.allocUnsafeSlow(windowBehind + 2 * windowAhead + block);
  const emitter: Emitter = createEmitter(matcher.rules, mask, (id) =>
    counts.set(id, (counts.get(id) ?? 0) + 1),
  );
  let filled = 0;
  let scanned = 0;
  // Secrets that start beyond what was scanned.
  let waiting: Found[] = [];

  const scan = (limit: number, output: ReturnType<typeof createOutput>) => {
    let latin1: string | undefined;
    const text = (): string => {
      latin1 ??= bytes.toString('latin1', 0, filled);
      return latin1;
    };
    const found = waiting;
    totals.steps += matcher.find(bytes, scanned, limit, filled, (start, keyword) => {
      totals.steps += matcher.at(text(), start, keyword, found);
    });
    if (!isSorted(found)) found.sort((a, b) => a.start - b.start || a.rule - b.rule);
    const decided = found.findIndex(({ start }) => start >= limit);
    const now = decided < 0 ? found : found.slice(0, decided);
    waiting = decided < 0 ? [] : found.slice(decided);
    emitter.emit({ bytes, text, output }, now, limit);
    scanned = limit;
  };

  const makeRoom = () => {
    const kept = Math.max(0, Math.min(scanned - windowBehind, emitter.position()));
    bytes.copyWithin(0, kept, filled);
    filled -= kept;
    scanned -= kept;
    waiting = waiting.map((each) => ({ ...each, start: each.start - kept, end: each.end - kept }));
    emitter.shift(kept);
  };

  return {
    push(piece: Uint8Array): Uint8Array {
      const output = createOutput(piece.length + windowAhead);
      totals.bytes += piece.length;
      let from = 0;
      while (from < piece.length) {
        if (filled + Math.min(piece.length - from, block) > bytes.length) makeRoom();
        const taken = Math.min(piece.length - from, bytes.length - filled);
        bytes.set(piece.subarray(from, from + taken), filled);
        filled += taken;
        from += taken;
        if (filled - windowAhead > scanned) scan(filled - windowAhead, output);
      }
      return output.take();
    },
    end(): Uint8Array {
      const output = createOutput(windowAhead);
      scan(filled, output);
      return output.take();
    },
  };
}

const isSorted = (found: readonly Found[]): boolean =>
  found.every((each, index) => {
    const before = found[index - 1] ?? each;
    return before.start < each.start || (before.start === each.start && before.rule <= each.rule);
  });
