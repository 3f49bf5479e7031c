/** The marked lines that arrived, in their order. */
export interface Inbox {
  /** Takes a line, which is progress. */
  put(line: string): void;
  /** Notes progress: the time without any counts from now. */
  progress(): void;
  /** Notes that no line can come any more because of an error; the first counts. */
  fail(error: Error): void;
  /** Notes that no line can come any more. */
  end(): void;
  /** The next line; undefined after the end. @throws Error as `fail` got it, or if nothing happens for too long. */
  next(): Promise<string | undefined>;
}

/**
 * Makes an inbox whose `next` fails after so many seconds without progress. With `isPatient`, it waits for the first line without a limit:
 * a person may have to answer questions before.
 */
export function openInbox(idleSeconds: number, isPatient: boolean): Inbox {
  const lines: string[] = [];
  let problem: Error | undefined;
  let isEnded = false;
  let hasLimit = !isPatient;
  let wake: (() => void) | undefined;
  let timer: NodeJS.Timeout | undefined;

  const fail = (error: Error): void => {
    problem ??= error;
    wake?.();
  };
  const progress = (): void => {
    clearTimeout(timer);
    // Time counts only while somebody waits for the host.
    if (!wake || !hasLimit) return;
    timer = setTimeout(
      () =>
        fail(
          new Error(
            `no answer for ${idleSeconds} s; check that the host is up, or give it more time (--connect-timeout)`,
          ),
        ),
      idleSeconds * 1000,
    );
  };
  return {
    put(line) {
      lines.push(line);
      hasLimit = true;
      wake?.();
    },
    progress,
    fail,
    end() {
      isEnded = true;
      wake?.();
    },
    async next() {
      for (;;) {
        const line = lines.shift();
        if (line !== undefined) return line;
        if (problem) throw problem;
        if (isEnded) return undefined;
        await new Promise<void>((resolve) => {
          wake = resolve;
          progress();
        });
        wake = undefined;
        clearTimeout(timer);
      }
    },
  };
}
