import { maxSeconds, UsageError } from '@hostspec/spec';

// Texts are made when they are shown: one that has a value of another module would keep that module in the runner's client, which checks no limits.
const kinds = {
  seconds: {
    holds: (value: number) => value > 0 && value <= maxSeconds,
    allowed: () => `seconds, more than 0 and at most ${maxSeconds}`,
  },
  bytes: { holds: (value: number) => value >= 1, allowed: () => 'bytes, 1 or more' },
  count: {
    holds: (value: number) => Number.isInteger(value) && value >= 1,
    allowed: () => 'a whole number, 1 or more',
  },
} as const;

/** The limits of a host and of a run, each with the kind of its value. */
const limits = {
  jobs: 'count',
  timeout: 'seconds',
  maxItemBytes: 'bytes',
  maxTime: 'seconds',
  maxSpecTime: 'seconds',
  maxBytes: 'bytes',
} as const satisfies Record<string, keyof typeof kinds>;

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

/** The error for a value that is not allowed, or a file that cannot be used; `subject` names the option or setting. */
export const usageError = (message: string, subject: string, value?: unknown): UsageError =>
  new UsageError('INVALID_OPTION', message, { subject, value });

/** Checks the given limits. @throws UsageError that names the option, the value and what is allowed. */
export function checkLimits(given: { readonly [K in keyof typeof limits]?: unknown }): void {
  for (const name of Object.keys(limits) as (keyof typeof limits)[]) {
    const value = given[name];
    const { holds, allowed } = kinds[limits[name]];
    if (value === undefined || (typeof value === 'number' && holds(value))) continue;
    const shown = typeof value === 'string' ? JSON.stringify(value) : String(value);
    throw usageError(`${name} ${shown} is not allowed; allowed: ${allowed()}`, name, value);
  }
}
