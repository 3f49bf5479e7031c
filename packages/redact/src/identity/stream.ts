import { isAllZero } from '@hostspec/host-kit';
import type { ContentRedactor } from '@hostspec/spec';
import { createPool } from '../stream/content.js';
import { passingZeros } from '../stream/passing-zeros.js';
import { type Candidates, escapeEnd, isEscape, nextCandidate } from './candidates.js';
import { type Finder, type IdentityKind, lookAhead, lookBack, type View, writeBehind } from './view.js';
import { createWriter, waitingValues } from './waiting.js';

/** A finder of values, and the places at which to ask it. */
export interface Scanner {
  readonly candidates: Candidates;
  readonly find: Finder;
}

/** Called for each value that is replaced, with the value and its token, as Latin-1. */
export type OnMapped = (kind: IdentityKind, original: string, token: string) => void;

const block = 64 * 1024;
const size = block + 2 * (lookAhead + writeBehind);
const room = size - lookAhead;
const lineEnd = 10;

// Shared by all mappings: memory of this size for each content and each text would be most of their garbage.
const buffers = createPool(size);

/** True if no value can start in a text, so that it stays as it is. Texts that are long are not looked at. */
export function hasNoCandidate({ candidates }: Scanner, text: string): boolean {
  if (text.length * 3 > room) return false;
  const bytes = buffers.take();
  const length = bytes.write(text);
  bytes.fill(lineEnd, length, length + lookAhead);
  const at = nextCandidate(candidates, bytes, 0, length);
  buffers.give(bytes);
  return at >= length;
}

/** Replaces the values of a stream. The result does not depend on how the bytes are split. Holds about 66 KB of the stream. */
export function identityStream({ candidates, find }: Scanner, onMapped?: OnMapped): ContentRedactor {
  const bytes = buffers.take();
  const counts: Record<string, number> = {};
  const waiting = waitingValues(find, (kind, original, token) => {
    counts[kind] = (counts[kind] ?? 0) + 1;
    onMapped?.(kind, original(), token);
  });
  let filled = 0;
  let scanned = 0;
  let isEnded = false;

  const scan = (limit: number) => {
    bytes.fill(lineEnd, filled, filled + lookAhead);
    let latin1: string | undefined;
    const text = (): string => {
      latin1 ??= bytes.toString('latin1', 0, filled);
      return latin1;
    };
    const view: View = { bytes, text };
    let at = nextCandidate(candidates, bytes, scanned, limit);
    while (at < limit) {
      const escaped = isEscape(candidates, bytes, at)
        ? waiting.tryAt(view, escapeEnd(bytes, at), true)
        : undefined;
      const next = escaped ?? waiting.tryAt(view, at, false);
      at = nextCandidate(candidates, bytes, next ?? at + 1, limit);
    }
    scanned = at;
  };

  const makeRoom = () => {
    const kept = Math.max(0, Math.min(scanned, waiting.written()) - lookBack);
    bytes.copyWithin(0, kept, filled);
    filled -= kept;
    scanned -= kept;
    waiting.shift(kept);
  };

  const redactor = {
    push(piece: Uint8Array) {
      const output = createWriter(piece.length + 2 * writeBehind);
      for (let from = 0; from < piece.length; ) {
        if (filled + Math.min(piece.length - from, block) > room) makeRoom();
        const taken = Math.min(piece.length - from, room - filled);
        bytes.set(piece.subarray(from, from + taken), filled);
        filled += taken;
        from += taken;
        if (filled - lookAhead <= scanned) continue;
        scan(filled - lookAhead);
        waiting.write(bytes, scanned - writeBehind, output);
      }
      return output.take();
    },
    end() {
      const output = createWriter(2 * writeBehind);
      // Another content may have the memory by now.
      if (isEnded) return output.take();
      isEnded = true;
      scan(filled);
      waiting.write(bytes, filled, output);
      buffers.give(bytes);
      return output.take();
    },
    masked: () => ({ ...counts }),
    keepsZeros: () =>
      waiting.isEmpty() &&
      Math.min(scanned, waiting.written()) >= lookBack &&
      isAllZero(bytes.subarray(0, filled)),
  };
  return passingZeros(redactor, size);
}
