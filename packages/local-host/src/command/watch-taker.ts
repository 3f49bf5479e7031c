import type { TakePiece } from '@hostspec/spec';

/** Distinguishes errors of the code that takes content from errors of reading it. */
export interface WatchedTaker {
  readonly take: TakePiece;
  /** Whether it was the taker that threw this error. */
  threw(error: unknown): boolean;
}

/** Makes a taker that remembers the error that it threw. */
export function watchTaker(take: TakePiece): WatchedTaker {
  const thrown = new Set<unknown>();
  const failed = (error: unknown): never => {
    thrown.add(error);
    throw error;
  };
  return {
    take(piece) {
      try {
        // Most pieces are taken synchronously, without a promise.
        return take(piece)?.catch(failed);
      } catch (error) {
        return failed(error);
      }
    },
    threw: (error) => thrown.has(error),
  };
}
