/** When a run ends before everything was collected. */
export interface EndOfRun {
  /** Why the run ends; undefined while it goes on. */
  readonly reason: () => string | undefined;
  /** Resolves when the run ends before everything was collected. */
  readonly reached: Promise<undefined>;
  /** Ends the run; the first reason counts. */
  readonly stop: (reason: string) => void;
  /** Waits no longer for the caller's signal and the time limit. */
  release(): void;
}

/** Ends a run on the caller's signal, after its time limit, or when `stop` is called; tells `ended` the reason once. */
export function endOfRun(
  { signal, maxTime }: { readonly signal?: AbortSignal; readonly maxTime?: number },
  ended: (reason: string) => void,
): EndOfRun {
  let stopped: string | undefined;
  let tellEnd = (): void => {};
  const reached = new Promise<undefined>((resolve) => {
    tellEnd = () => resolve(undefined);
  });
  const stop = (reason: string): void => {
    if (stopped !== undefined) return;
    stopped = reason;
    ended(reason);
    tellEnd();
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
    reached,
    stop,
    release() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    },
  };
}
