import type { Stats } from 'node:fs';
import type { FileFacts, FileKind } from '@hostspec/spec';

/** What the system says about a file, as hosts give it. */
export function factsOf(stats: Stats): FileFacts {
  return { kind: kindOf(stats), size: stats.size, modified: stats.mtimeMs };
}

/** What stands somewhere. */
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

/** Why what stands in the place of a regular file is not read. */
export function noRegularFile(kind: FileKind): string {
  return `is ${words[kind]}, not a regular file`;
}
