import { availableParallelism, totalmem } from 'node:os';

/** How many hosts to collect at once: ten per CPU, because this side mostly waits; at most 50, and at most one per 64 MiB of memory. */
export function parallelOf({ parallel }: { readonly parallel?: number | undefined }): number {
  if (parallel !== undefined) return parallel;
  const byMemory = Math.floor(totalmem() / (64 * 1024 * 1024));
  return Math.max(1, Math.min(10 * availableParallelism(), byMemory, 50));
}
