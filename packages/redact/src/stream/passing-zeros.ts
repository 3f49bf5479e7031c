import { isZeroBytes } from '@hostspec/host-kit';
import type { ContentRedactor } from '@hostspec/spec';

/** Masks content through a window: its output depends only on the window and on masks that are still open. */
export interface WindowedRedactor extends ContentRedactor {
  /** True if the whole window is zeros and no mask is open. */
  keepsZeros(): boolean;
}

/**
 * Lets long runs of zeros through unread. If zeros led from a window of zeros to a window of zeros with nothing masked, more zeros do the
 * same. `least` is the size of a piece that fills the window.
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
