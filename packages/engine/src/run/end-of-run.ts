/** The early end of a run. */
export interface EndOfRun {
  /** Why the run ends; undefined while it goes on. */
  readonly reason: () => string | undefined;
  /** Like `reason`, but only after a grace period for content that was complete when the run ended. */
  readonly overdue: () => string | undefined;
  /** The result of `work`, or undefined if the run ends first. */
  before<T>(work: Promise<T>): Promise<T | undefined>;
  /** Ends the run; the first reason counts. */
  readonly stop: (reason: string) => void;
  /** Stops listening to the caller's signal and the time limit. */
  release(): void;
}

/** Milliseconds to store content that was complete when the run ended. */
const grace = 400;

/** Ends a run on the caller's signal, after its time limit, or when `stop` is called; calls `ended` once, with the reason. */
export function endOfRun(
  { signal, maxTime }: { readonly signal?: AbortSignal; readonly maxTime?: number },
  ended: (reason: string) => void,
): EndOfRun {
  let stopped: string | undefined;
  let since = 0;
  // One promise for all would keep everything that ever waited in memory until the run ends.
  const waiting = new Set<() => void>();
  const stop = (reason: string): void => {
    if (stopped !== undefined) return;
    stopped = reason;
    since = performance.now();
    ended(reason);
    for (const giveUp of waiting) giveUp();
    waiting.clear();
  };
  const onAbort = (): void => stop(String(signal?.reason ?? 'interrupted'));
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted) onAbort();
  const timer =
    maxTime === undefined
      ? undefined
      : setTimeout(() => stop(`the ${maxTime} s for the whole run are over`), maxTime * 1000);
  return {
    reason: () => stopped,
    overdue: () => (performance.now() - since > grace ? stopped : undefined),
    before: (work) =>
      stopped === undefined ? unlessGivenUp(work, waiting) : Promise.race([work, Promise.resolve(undefined)]),
    stop,
    release() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    },
  };
}

/** The result of `work`, or undefined if the callback that it adds to `waiting` is called first. */
async function unlessGivenUp<T>(work: Promise<T>, waiting: Set<() => void>): Promise<T | undefined> {
  let giveUp = (): void => {};
  const givenUp = new Promise<undefined>((resolve) => {
    giveUp = () => resolve(undefined);
  });
  waiting.add(giveUp);
  try {
    return await Promise.race([work, givenUp]);
  } finally {
    waiting.delete(giveUp);
  }
}
