import { isZeroBytes } from '@hostspec/host-kit';
import type { ContentRedactor } from '@hostspec/spec';

/** A redactor whose output depends only on the bytes of its window and on open masks. */
export interface WindowedRedactor extends ContentRedactor {
  /** True if the window has only zeros and no mask is open. */
  keepsZeros(): boolean;
}

/**
 * Passes long runs of zeros on unread. If a piece of zeros left a window of zeros as it was, with nothing masked, more zeros will do the
 * same. A piece of `least` bytes fills the window.
 */
export function passingZeros(redactor: WindowedRedactor, least: number): ContentRedactor {
  let passes = false;
  const masks = (): number => Object.values(redactor.masked()).reduce((sum, count) => sum + count, 0);
  return {
    push(piece) {
      const isZeros = isZeroBytes(piece) && piece.length >= least;
      if (isZeros && passes) return piece;
      const before = isZeros && redactor.keepsZeros() ? masks() : undefined;
      const output = redactor.push(piece);
      passes = before !== undefined && before === masks() && redactor.keepsZeros();
      return output;
    },
    end: () => redactor.end(),
    masked: () => redactor.masked(),
  };
}
