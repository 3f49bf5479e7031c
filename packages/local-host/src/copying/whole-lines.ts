import { fstatSync } from 'node:fs';

const newline = 10;

// A file without a line end in this many bytes is not written line by line.
const longestUnfinished = 4096;

/** The part of a piece that begins with its first whole line; if no line end can follow, a longer line is cut. */
export function fromWholeLine(piece: Uint8Array, isLast: boolean): Uint8Array {
  const line = piece.indexOf(newline) + 1;
  return line === piece.length && isLast ? piece : piece.subarray(line);
}

/** The end of an open file without a last line that was being written when the system told the file's size. */
export function toWholeLine(end: Uint8Array, fd: number, size: number): Uint8Array {
  if (end.at(-1) === newline || fstatSync(fd).size <= size) return end;
  const line = end.lastIndexOf(newline) + 1;
  return line > 0 && end.length - line <= longestUnfinished ? end.subarray(0, line) : end;
}
