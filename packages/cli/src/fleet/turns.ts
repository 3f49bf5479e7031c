/**
 * Returns a function that runs works in order, at most `most` at a time. A work that takes more than `seconds` no longer counts, so that one
 * that hangs does not delay the others.
 */
export function inTurns(most: number, seconds: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let free = most;
  const give = (): void => {
    const next = waiting.shift();
    if (next) next();
    else free++;
  };
  const take = async (): Promise<() => void> => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    let isGiven = false;
    const end = (): void => {
      clearTimeout(timer);
      if (!isGiven) give();
      isGiven = true;
    };
    const timer = setTimeout(end, seconds * 1000);
    timer.unref();
    return end;
  };
  return async (work) => {
    const end = await take();
    try {
      return await work();
    } finally {
      end();
    }
  };
}
