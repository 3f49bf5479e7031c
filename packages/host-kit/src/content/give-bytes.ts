import type { Cut, TakePiece } from '@hostspec/spec';

/** Gives bytes that are in memory, up to a limit; returns how they were cut, if they were. */
export async function giveBytes(
  content: Uint8Array,
  take: TakePiece,
  maxBytes: number,
): Promise<Cut | undefined> {
  const kept = content.subarray(0, maxBytes);
  if (kept.length > 0) await take(kept);
  if (kept.length === content.length) return undefined;
  return {
    reason: `the first ${kept.length} of ${content.length} bytes`,
    originalBytes: content.length,
  };
}
