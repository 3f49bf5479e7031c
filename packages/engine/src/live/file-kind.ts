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

const words: Readonly<Record<FileKind, string>> = {
  file: 'a regular file',
  directory: 'a directory',
  block: 'a block device',
  character: 'a character device',
  fifo: 'a FIFO',
  socket: 'a socket',
  other: 'something else',
};

/** Why something other than a regular file is not read. */
export function noRegularFile(kind: FileKind): string {
  return `is ${words[kind]}, not a regular file`;
}
