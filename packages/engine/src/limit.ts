/** Runs at most so many tasks at once, in the order in which they came. */
export type Limiter = <T>(task: () => Promise<T>) => Promise<T>;

/** Makes a limiter. */
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
