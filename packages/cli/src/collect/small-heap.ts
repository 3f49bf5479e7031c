import { setFlagsFromString } from 'node:v8';

/**
 * Keeps this process small: starting a program copies the page tables of all memory that it has touched, hundreds of
 * times a run. New objects get the least space, and code that runs a few hundred times is not compiled further.
 */
export function keepHeapSmall(): void {
  for (const flag of ['--semi-space-growth-factor=1', '--no-opt', '--no-sparkplug']) setFlagsFromString(flag);
}
