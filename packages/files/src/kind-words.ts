import type { Stats } from 'node:fs';

/** What is at a path, in words: `directory`, `symbolic link`. */
export function kindWords(stats: Stats): string {
  if (stats.isFile()) return 'regular file';
  if (stats.isSymbolicLink()) return 'symbolic link';
  if (stats.isDirectory()) return 'directory';
  if (stats.isFIFO()) return 'FIFO';
  return stats.isSocket() ? 'socket' : 'device';
}
