import { type ContentRedactor, isAllZero } from '@hostspec/spec';
import type { Found, Matcher, Window } from '../match/matcher.js';
import { windowAhead, windowBehind } from '../match/rule.js';
import { createEmitter } from './emitter.js';
import { lineCounter } from './line-counter.js';
import type { Mask } from './mask.js';
import { createOutput, type Output } from './output.js';
import { passingZeros, type WindowedRedactor } from './passing-zeros.js';
import type { Pool } from './pool.js';

/** What the contents of one redaction have in common. */
export interface Shared {
  readonly matcher: Matcher;
  readonly mask: Mask;
  /** Buffers of `carrySize` bytes. */
  readonly carries: Pool;
  /** What was done so far, over all contents. */
  readonly totals: Totals;
}

/** Numbers of a redaction. */
export interface Totals {
  bytes: number;
  steps: number;
  readonly secrets: Map<string, number>;
}

/** Receives each secret that is masked: the id of its rule, and its line, from 1. */
export type OnSecret = (rule: string, line: number) => void;

/** The context of a position that a pattern looks at. */
const context = windowBehind + windowAhead;

/** Bytes of a stream that a content may keep between two pieces. */
export const carrySize = 16 * 1024;

/** Bytes that are scanned together at most. */
const block = 128 * 1024;

const nothing = new Uint8Array(0);

/** Masks one content. Compressed content (gzip) stays as it is: its bytes show nothing, and a mask would break it. */
export function createContent(shared: Shared, onSecret?: OnSecret): ContentRedactor {
  const scanner = passingZeros(createScanner(shared, onSecret), context + 1);
  let compressed: boolean | undefined;
  // The first byte, while it is alone.
  let held: Uint8Array = nothing;
  return {
    push(piece) {
      shared.totals.bytes += piece.length;
      if (compressed !== undefined) return compressed ? piece : scanner.push(piece);
      const start = held.length === 0 ? piece : Buffer.concat([held, piece]);
      if (start.length < 2) {
        held = Uint8Array.from(start);
        return nothing;
      }
      compressed = start[0] === 0x1f && start[1] === 0x8b;
      return compressed ? start : scanner.push(start);
    },
    end() {
      if (compressed === undefined) scanner.push(held);
      return scanner.end();
    },
    masked: scanner.masked,
  };
}

/**
 * Large pieces are scanned where they are; what is not decided at the end of a piece, and the context of it, is carried over in a small
 * buffer.
 */
function createScanner(shared: Shared, onSecret?: OnSecret): WindowedRedactor {
  const { matcher, mask, carries, totals } = shared;
  const counts = new Map<string, number>();
  const lines = onSecret && lineCounter();
  const emitter = createEmitter(matcher.rules, mask, (id, { bytes }, at) => {
    if (lines) onSecret(id, lines.lineAt(bytes, at));
    countOne(id, counts, totals.secrets);
  });
  const output = createOutput();
  let carry: Buffer | undefined;
  let filled = 0;
  let scanned = 0;
  // Secrets that start beyond what was scanned.
  let waiting: Found[] = [];

  const scan = (bytes: Uint8Array, end: number, limit: number) => {
    const window = windowOf(bytes, end);
    const found = waiting;
    totals.steps += matcher.find(window, scanned, limit, found);
    waiting = takeFrom(found, limit);
    emitter.emit(window, output, found, limit);
    lines?.lineAt(bytes, limit);
    scanned = limit;
  };

  const shift = (by: number) => {
    scanned -= by;
    waiting = waiting.map((each) => ({ ...each, start: each.start - by, end: each.end - by }));
    for (const each of [emitter, lines]) each?.shift(by);
  };

  /** Keeps the end of the bytes, from the context of the first byte that is not scanned. */
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
    if (filled + piece.length > carry.length) {
      scan(carry, filled, Math.max(scanned, filled - windowAhead));
      keep(carry, filled);
    }
    carry.set(piece, filled);
    filled += piece.length;
  };

  /** Scans a piece where it is, unless it is small. Only what is around its start is scanned in the carry. */
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

function countOne(id: string, ...counts: readonly Map<string, number>[]): void {
  for (const each of counts) each.set(id, (each.get(id) ?? 0) + 1);
}

const startsWithZeros = (bytes: Uint8Array = nothing, length = 0): boolean =>
  isAllZero(bytes.subarray(0, length));

/** What was written, in bytes that are not used again. */
function takeCopy(output: Output): Uint8Array {
  output.settle();
  return output.take();
}

/** A window whose text is made when it is needed first. */
export function windowOf(bytes: Uint8Array, end: number): Window {
  let text: string | undefined;
  return {
    bytes,
    end,
    text() {
      text ??= asBuffer(bytes).toString('latin1', 0, end);
      return text;
    },
  };
}

const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);

/** Sorts what was found, and takes what starts at a limit or after it. */
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
