import { availableParallelism, totalmem } from 'node:os';

/** How many hosts to collect at once. Each takes a few megabytes here, and some work; ten for each processor keep it busy while hosts work. */
export function parallelOf({ parallel }: { readonly parallel?: number | undefined }): number {
  if (parallel !== undefined) return parallel;
  const byMemory = Math.floor(totalmem() / (64 * 1024 * 1024));
  return Math.max(1, Math.min(10 * availableParallelism(), byMemory, 50));
}
