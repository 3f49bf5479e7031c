import type { Cut, TakePiece } from '@hostspec/spec';

/** The most bytes of a line that are looked at for its end. A longer line is cut at the limit. */
export const longestLine = 128 * 1024;

/** Says that only the beginning of content is kept. */
export function keptStart(kept: number, all: number): Cut {
  return { reason: `the first ${kept} of ${all} bytes`, originalBytes: all };
}

/** Says that only the end of content is kept. */
export function keptEnd(kept: number, all: number): Cut {
  return { reason: `the last ${kept} of ${all} bytes`, originalBytes: all };
}

/** Whether a cut of any host, an older one too, left this many bytes at the end of content, and nothing else was wrong. */
export function isKeptEnd(cut: Cut, kept: number): cut is Required<Cut> {
  const { originalBytes } = cut;
  return originalBytes !== undefined && cut.reason === keptEnd(kept, originalBytes).reason;
}

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
