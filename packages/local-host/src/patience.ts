import { codeOf } from './problems.js';

const attempts = 30;
const pause = 100;

/** Tries again for up to three seconds while no descriptor is left: something that ends soon frees some. */
export async function whileExhausted<T>(open: () => T): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return open();
    } catch (error) {
      if (!isExhausted(error) || attempt === attempts) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
}

/** Whether the error means too many open files, which is temporary. */
export function isExhausted(error: unknown): boolean {
  return ['EMFILE', 'ENFILE'].includes(codeOf(error) ?? '');
}
