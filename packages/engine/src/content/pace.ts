import { isZeroBytes } from '@hostspec/host-kit';

/** Milliseconds of work on content, of all runs in this process, after which other work has its turn. */
const workOfATurn = 10;

// The first bytes of a content show how long the next ones may take.
const bytes = { first: 1024, least: 1024, most: 128 * 1024 };

const turn = oneATurn();
let worked = 0;

/** Works on one content. */
export interface Pace {
  /**
   * Works on bytes in parts, so that other work has a turn in between: less at once, the longer `work` takes. `pass` gets its results one
   * after the other.
   */
  inParts<T>(
    bytes: Uint8Array,
    work: (part: Uint8Array) => T,
    pass: (result: T) => Promise<void>,
  ): Promise<void>;
  /** Why something was left out; undefined if nothing was. */
  late(): string | undefined;
}

/** Makes the pace of one content. What is left once there is a reason in `overdue` is left out. */
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

/** Makes a function that waits for a turn of the event loop, one caller at a time, so that answers are read and requests sent in between. */
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
