import type { Stats } from 'node:fs';
import type { FileFacts, FileKind } from '@hostspec/spec';

/** The system's facts about a file, in the form that hosts return. */
export function factsOf(stats: Stats): FileFacts {
  return { kind: kindOf(stats), size: stats.size, modified: stats.mtimeMs };
}

/** The kind of a file. */
export function kindOf(stats: Stats): FileKind {
  if (stats.isFile()) return 'file';
  if (stats.isDirectory()) return 'directory';
  if (stats.isBlockDevice()) return 'block';
  if (stats.isCharacterDevice()) return 'character';
  if (stats.isFIFO()) return 'fifo';
  return stats.isSocket() ? 'socket' : 'other';
}
