import { isAllZero, packingOf } from '@hostspec/host-kit';
import type { ContentRedactor } from '@hostspec/spec';
import { createBudget } from '../match/budget.js';
import { asBuffer, withoutHalfLetters } from '../match/bytes.js';
import type { Found, Matcher, Window } from '../match/matcher.js';
import { once } from '../match/once.js';
import { windowAhead, windowBehind } from '../match/rule.js';
import { createEmitter } from './emitter.js';
import type { Mask } from './mask.js';
import { createOutput, type Output } from './output.js';
import { passingZeros, type WindowedRedactor } from './passing-zeros.js';
import { chosenByStart, redactorFor } from './utf16.js';

/** What all contents of a redaction share. */
export interface Shared {
  readonly matcher: Matcher;
  readonly mask: Mask;
  readonly carries: Pool;
  readonly totals: Totals;
}

/** Figures of a redaction. */
export interface Totals {
  bytes: number;
  steps: number;
  readonly secrets: Map<string, number>;
}

/** Called for each masked secret with the id of its rule and its line, counted from 1. */
export type OnSecret = (rule: string, line: number) => void;

/** A pattern may read this many bytes around a keyword. */
const context = windowBehind + windowAhead;

/** Most bytes of a stream held between two pieces. */
export const carrySize = 16 * 1024;

const block = 128 * 1024;

/** Small pieces are scanned when this many bytes have their context. */
const step = 1024;

const nothing = new Uint8Array(0);

/**
 * Masks one content: what the rules find, then what `last` adds. Compressed content (gzip) stays as it is: it has no readable secret, and a
 * mask would damage it.
 */
export function createContent(
  shared: Shared,
  onSecret?: OnSecret,
  last = (redactor: ContentRedactor): ContentRedactor => redactor,
): ContentRedactor {
  const create = () => last(passingZeros(createScanner(shared, onSecret), context + 1));
  const { push, end, masked } = chosenByStart((start) =>
    packingOf(start) === 'gzip' ? unchanged : redactorFor(start, create),
  );
  return {
    push(piece) {
      shared.totals.bytes += piece.length;
      return push(piece);
    },
    end,
    masked,
  };
}

const unchanged: ContentRedactor = { push: (piece) => piece, end: () => nothing, masked: () => ({}) };

/** Scans large pieces in place. The end of a piece, which needs the next bytes as context, is moved to a small buffer, the carry. */
function createScanner(shared: Shared, onSecret?: OnSecret): WindowedRedactor {
  const { matcher, mask, carries, totals } = shared;
  const counts = new Map<string, number>();
  const lines = onSecret && lineCounter();
  const emitter = createEmitter(matcher.rules, mask, (id, { bytes }, at) => {
    if (lines) onSecret(id, lines.lineAt(bytes, at));
    countOne(id, counts, totals.secrets);
  });
  const [output, budget] = [createOutput(), createBudget()];
  let carry: Buffer | undefined;
  let [filled, scanned] = [0, 0];
  let waiting: Found[] = [];

  const scan = (bytes: Uint8Array, end: number, limit: number) => {
    const window = windowOf(bytes, end);
    const found = waiting;
    totals.steps += matcher.find(window, scanned, limit, found, budget);
    waiting = takeFrom(found, limit);
    emitter.emit(window, output, found, limit);
    lines?.lineAt(bytes, limit);
    scanned = limit;
  };

  const shift = (by: number) => {
    scanned -= by;
    waiting = waiting.map((each) => ({ ...each, start: each.start - by, end: each.end - by }));
    for (const each of [emitter, lines, budget]) each?.shift(by);
  };

  /** Moves the bytes from `scanned` on, with the context before them, to the carry. */
  const keep = (bytes: Uint8Array, length: number) => {
    const from = Math.max(0, scanned - windowBehind);
    carry ??= carries.take();
    if (bytes === carry) {
      output.settle();
      carry.copyWithin(0, from, length);
    } else carry.set(bytes.subarray(from, length));
    shift(from);
    filled = length - from;
  };

  const append = (piece: Uint8Array) => {
    carry ??= carries.take();
    carry.set(piece, filled);
    filled += piece.length;
    // Scanned as soon as a few bytes have their context, so that small pieces are never followed by one long scan.
    if (filled - windowAhead - scanned < step) return;
    scan(carry, filled, filled - windowAhead);
    keep(carry, filled);
  };

  /** Scans a piece in place unless it is small. Only the seam with the bytes before it is scanned in the carry. */
  const scanPart = (piece: Uint8Array) => {
    if (piece.length <= context) return append(piece);
    if (filled > 0) {
      append(piece.subarray(0, context));
      scan(carry as Buffer, filled, filled - windowAhead);
      shift(filled - context);
      output.settle();
    }
    scan(piece, piece.length, Math.max(scanned, piece.length - windowAhead));
    keep(piece, piece.length);
  };

  return {
    push(piece) {
      for (let from = 0; from < piece.length; from += block) scanPart(piece.subarray(from, from + block));
      return output.take();
    },
    keepsZeros: () =>
      scanned >= windowBehind && waiting.length === 0 && emitter.isIdle() && startsWithZeros(carry, filled),
    end() {
      if (carry === undefined) return nothing;
      scan(carry, filled, filled);
      const rest = takeCopy(output);
      carries.give(carry);
      carry = undefined;
      return rest;
    },
    masked: () => Object.fromEntries(counts),
  };
}

/** Adds one to the count of an id. */
function countOne(id: string, ...counts: readonly Map<string, number>[]): void {
  for (const each of counts) each.set(id, (each.get(id) ?? 0) + 1);
}

/** Masks the secrets that one stage finds in a content, and counts them as `rule`. */
export function countingMask(rule: string, { mask, totals }: Shared, onSecret?: OnSecret) {
  let count = 0;
  return {
    mask(secret: string, line: number): string {
      count++;
      countOne(rule, totals.secrets);
      onSecret?.(rule, line);
      return mask(rule, secret);
    },
    masked: (): Readonly<Record<string, number>> => (count === 0 ? {} : { [rule]: count }),
  };
}

const startsWithZeros = (bytes: Uint8Array = nothing, length = 0): boolean =>
  isAllZero(bytes.subarray(0, length));

/** The bytes written since the last call, in memory that is not reused. */
function takeCopy(output: Output): Uint8Array {
  output.settle();
  return output.take();
}

/** Creates a window that decodes its text on first use. */
export function windowOf(bytes: Uint8Array, end: number): Window {
  const text = once(() => withoutHalfLetters(asBuffer(bytes).toString('latin1', 0, end)));
  const lower = once(() => text().toLowerCase());
  return { bytes, end, text, lower };
}

/** Sorts `found`, then removes and returns the secrets that start at `limit` or later. */
function takeFrom(found: Found[], limit: number): Found[] {
  if (found.length > 1 && !isSorted(found)) found.sort((a, b) => a.start - b.start || a.rule - b.rule);
  const decided = found.findIndex(({ start }) => start >= limit);
  return decided < 0 ? [] : found.splice(decided);
}

const isSorted = (found: readonly Found[]): boolean =>
  found.every((each, index) => {
    const before = found[index - 1] ?? each;
    return before.start < each.start || (before.start === each.start && before.rule <= each.rule);
  });

interface Pool {
  readonly take: () => Buffer;
  readonly give: (buffer: Buffer) => void;
}

const kept = 8;

/** Creates a pool of buffers that keeps up to eight free ones. */
export function createPool(size: number): Pool {
  const free: Buffer[] = [];
  return {
    take: () => free.pop() ?? Buffer.allocUnsafeSlow(size),
    give(buffer) {
      if (free.length < kept) free.push(buffer);
    },
  };
}

/** Counts lines at positions that never go back. */
interface LineCounter {
  /** The line of a position, counted from 1. */
  readonly lineAt: (bytes: Uint8Array, at: number) => number;
  /** Subtracts from the position after the window moved. */
  readonly shift: (by: number) => void;
}

/** Creates a counter at line 1. */
export function lineCounter(): LineCounter {
  let line = 1;
  let counted = 0;
  return {
    lineAt(bytes, at) {
      if (at <= counted) return line;
      const part = bytes.subarray(counted, at);
      for (let end = part.indexOf(10); end !== -1; end = part.indexOf(10, end + 1)) line++;
      counted = at;
      return line;
    },
    shift(by) {
      counted -= by;
    },
  };
}
