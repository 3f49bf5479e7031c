import { setFlagsFromString } from 'node:v8';

const smallest = '--semi-space-growth-factor=1';

/** Milliseconds that a run takes to load its code and its catalog. */
const loading = 150;

/**
 * Keeps this process small and avoids work that does not pay off. New objects get the least space, which saves a fifth of the
 * memory. While a run loads, no code is optimized; after that, optimized code masks contents ten times as fast.
 */
export function keepHeapSmall(): void {
  for (const flag of [smallest, '--no-opt']) setFlagsFromString(flag);
  setTimeout(() => setFlagsFromString('--opt'), loading).unref();
}

/**
 * The same for a run that is long: gives new objects the least space, but optimizes code. With many hosts, garbage would grow with what is in
 * use, to twice as much and more; it is collected when the heap has grown by a quarter.
 */
export function keepGarbageSmall(): void {
  for (const flag of [smallest, '--heap-growing-percent=25']) setFlagsFromString(flag);
}
