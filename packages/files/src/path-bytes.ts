import { readlinkSync } from 'node:fs';
import { hasRawBytes, nameBytes } from '@hostspec/host-kit';

/** A path in the form for the file system: lone surrogates U+DC80 to U+DCFF stand for bytes that are not UTF-8. */
export function toFileSystem(path: string): string | Buffer {
  return hasRawBytes(path) ? Buffer.from(nameBytes(path)) : path;
}

/** A name from the file system, with every byte that is not UTF-8 as a lone surrogate. */
export function fromFileSystem(name: Buffer): string {
  const text = name.toString('utf8');
  if (!text.includes('\ufffd') || Buffer.from(text, 'utf8').equals(name)) return text;
  let decoded = '';
  for (let i = 0; i < name.length; ) {
    const length = sequenceLength(name, i);
    decoded +=
      length === 0 ? String.fromCharCode(0xdc00 + (name[i] ?? 0)) : name.toString('utf8', i, i + length);
    i += length || 1;
  }
  return decoded;
}

/** Where a link leads. */
export function linkTarget(path: string | Buffer): string {
  return fromFileSystem(readlinkSync(path, 'buffer'));
}

function sequenceLength(bytes: Buffer, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return 1;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  const piece = bytes.subarray(at, at + length);
  return piece.length === length && Buffer.from(piece.toString('utf8'), 'utf8').equals(piece) ? length : 0;
}
