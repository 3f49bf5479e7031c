import type { FileKind } from '@hostspec/spec';

const words: Readonly<Record<FileKind, string>> = {
  file: 'a regular file',
  directory: 'a directory',
  block: 'a block device',
  character: 'a character device',
  fifo: 'a FIFO',
  socket: 'a socket',
  other: 'something else',
};

/** The reason not to read something that is not a regular file. */
export function noRegularFile(kind: FileKind): string {
  return `is ${words[kind]}, not a regular file`;
}
