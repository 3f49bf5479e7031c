import { type ContentRedactor, isZeroBytes } from '@hostspec/spec';

/** Masks one content through a window: what it does at a position depends on nothing but the window and what it began before. */
export interface WindowedRedactor extends ContentRedactor {
  /** Whether there are only zeros in the window, before and after what is decided next, and nothing that was begun goes on. */
  keepsZeros(): boolean;
}

/**
 * The same redactor, but a long run of zeros is not looked at as a whole: once zeros have led from a window of zeros to a window of zeros
 * with nothing masked, more of them do the same, and come out as they are. `least` is the size of a piece that fills the window.
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
