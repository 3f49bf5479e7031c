import { isZeroBytes } from '@hostspec/host-kit';

/** Milliseconds of work on content, for all runs of this process, before other work gets a turn. */
const workOfATurn = 10;

// Bytes of a part. The first is small, because it shows how long the next may take.
const bytes = { first: 1024, least: 1024, most: 128 * 1024 };

const turn = oneATurn();
let worked = 0;

/** Splits the work on one item's content into parts. */
export interface Pace {
  /**
   * Calls `work` on one part of the bytes after another, and `pass` with each result. Other work gets turns in between. The slower
   * `work` is, the smaller the parts.
   */
  inParts<T>(
    bytes: Uint8Array,
    work: (part: Uint8Array) => T,
    pass: (result: T) => Promise<void>,
  ): Promise<void>;
  /** Why something was left out; undefined if nothing was. */
  late(): string | undefined;
}

/** Creates the pace of one item's content. Once `overdue` returns a reason, the rest is left out. */
export function paced(overdue: () => string | undefined): Pace {
  let most = bytes.first;
  let late: string | undefined;
  return {
    async inParts(all, work, pass) {
      // Zeros are passed on as a whole.
      const isPassed = isZeroBytes(all);
      for (let from = 0; from < all.length && late === undefined; ) {
        if (worked >= workOfATurn) {
          await turn();
          worked = 0;
        }
        late = overdue();
        if (late !== undefined) return;
        const part = all.subarray(from, isPassed ? all.length : from + most);
        const begun = performance.now();
        const result = work(part);
        const took = performance.now() - begun;
        worked += took;
        if (took > workOfATurn / 2) most = Math.max(bytes.least, Math.floor(part.length / 2));
        else if (took < workOfATurn / 8) most = Math.min(bytes.most, most * 2);
        from += part.length;
        await pass(result);
      }
    },
    late: () => late,
  };
}

/** Creates a function that waits for a turn of the event loop. Each caller gets a turn of its own, so that I/O happens in between. */
export function oneATurn(): () => Promise<void> {
  const waiting: (() => void)[] = [];
  const next = (): void => {
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(next);
  };
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) setImmediate(next);
    });
}
