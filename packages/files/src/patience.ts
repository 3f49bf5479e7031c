import { setTimeout } from 'node:timers/promises';
import { isNoDescriptor } from './system-error.js';

/** How often something is tried. */
export interface Patience {
  readonly attempts: number;
  /** Milliseconds between two attempts. */
  readonly pause: number;
}

/** Repeats something while all descriptors are in use, which is temporary. @throws what the last attempt throws. */
export async function whileNoDescriptor<T>(
  { attempts, pause }: Patience,
  task: () => Promise<T> | T,
): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await task();
    } catch (error) {
      if (!isNoDescriptor(error) || attempt === attempts) throw error;
      await setTimeout(pause);
    }
}
