import { isUtf8 } from 'node:buffer';
import { closeSync, read } from 'node:fs';
import { promisify } from 'node:util';
import type { Item } from '@hostspec/spec';
import { openPatiently } from './patience.js';

const readAsync = promisify(read);

// A multiple of three, so that pieces of base64 join.
const pieceSize = 192 * 1024;

/** The JSON of an item in pieces, with its content as `text`, or as `base64` if it is not UTF-8. */
export async function* itemJson(item: Item, path: string, start: number): AsyncGenerator<string> {
  const opening = JSON.stringify(item).slice(0, -1);
  const fd = await openPatiently(path);
  try {
    const encode = (await isText(fd, start, item.bytes)) ? textEncoder() : base64;
    yield `${opening},"${encode === base64 ? 'base64' : 'text'}":"`;
    for await (const piece of pieces(fd, start, item.bytes)) yield encode(piece);
    yield '"}';
  } finally {
    closeSync(fd);
  }
}

async function* pieces(fd: number, start: number, size: number): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafe(Math.min(size, pieceSize));
  for (let offset = 0; offset < size; ) {
    const length = Math.min(pieceSize, size - offset);
    for (let filled = 0; filled < length; ) {
      const { bytesRead } = await readAsync(fd, buffer, filled, length - filled, start + offset + filled);
      if (bytesRead === 0) throw new Error(`content ended at ${offset + filled} of ${size} bytes`);
      filled += bytesRead;
    }
    yield buffer.subarray(0, length);
    offset += length;
  }
}

// \b \t \n \f \r. Other control characters take six characters in JSON.
const shortEscapes = new Set([8, 9, 10, 12, 13]);

/** Loops by index: an iterator takes six times as long. */
function escapedIn(piece: Uint8Array): number {
  let escaped = 0;
  for (let index = 0; index < piece.length; index++) {
    const byte = piece[index] as number;
    if (byte < 0x20 && !shortEscapes.has(byte)) escaped++;
  }
  return escaped;
}

// So many control characters never make a line too long.
const escapedAlways = 4 * 1024 * 1024;

/**
 * Decides before anything is written, because the key comes first. Content with millions of control characters, such as the zeros of a
 * sparse log, is not text: escaping them would make a line too long for any reader.
 */
async function isText(fd: number, start: number, size: number): Promise<boolean> {
  if (size <= pieceSize) {
    for await (const piece of pieces(fd, start, size)) return isUtf8(piece);
    return true;
  }
  const mostEscaped = Math.max(size / 16, escapedAlways);
  let escaped = 0;
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    for await (const piece of pieces(fd, start, size)) {
      decoder.decode(piece, { stream: true });
      escaped += escapedIn(piece);
      if (escaped > mostEscaped) return false;
    }
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

function textEncoder(): (piece: Buffer) => string {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  return (piece) => JSON.stringify(decoder.decode(piece, { stream: true })).slice(1, -1);
}

function base64(piece: Buffer): string {
  return piece.toString('base64');
}
