/** Runs a limited number of tasks at once, in the order of their arrival. */
export type Limiter = <T>(task: () => Promise<T>) => Promise<T>;

/** Creates a limiter. */
export function limiter(most: number): Limiter {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}

/** Calls a function for each element, at most `most` at once. A queued element costs nothing. Results keep the order. */
export async function forEachOf<T, R>(
  all: readonly T[],
  most: number,
  task: (one: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < all.length; index = next++) results[index] = await task(all[index] as T);
  };
  await Promise.all(Array.from({ length: Math.min(most, all.length) }, worker));
  return results;
}
