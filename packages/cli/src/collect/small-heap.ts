import { setFlagsFromString } from 'node:v8';

/**
 * Keeps the space for new objects at its first size: starting a program copies the page tables of all memory this
 * process has touched, hundreds of times a run, so that memory saved is time saved.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}
