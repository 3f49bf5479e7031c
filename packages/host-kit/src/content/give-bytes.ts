import type { Cut, TakePiece } from '@hostspec/spec';
import { keptStart } from './cut.js';

/** Gives bytes that are in memory, up to a limit; returns how they were cut, if they were. */
export async function giveBytes(
  content: Uint8Array,
  take: TakePiece,
  maxBytes: number,
): Promise<Cut | undefined> {
  const kept = content.subarray(0, maxBytes);
  if (kept.length > 0) await take(kept);
  return kept.length === content.length ? undefined : keptStart(kept.length, content.length);
}
