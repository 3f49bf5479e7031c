import { isUtf8 } from 'node:buffer';

/** Most bytes of a file name. */
export const nameLimit = 255;

const unsafe = /%(?=[0-9A-Fa-f]{2})|[/\p{Cc}\p{Cs}]/gu;

/**
 * Makes a name one component of an archive path: UTF-8 without control characters, other bytes as `%XX`. Different names stay different.
 */
export function encodeName(name: string): string {
  if (/^\.{1,2}$/.test(name)) return name.replaceAll('.', '%2E');
  return name.replace(unsafe, (char) => escapedBytes(bytesOf(char)));
}

/** Reverses `encodeName`. */
export function decodeName(name: string): string {
  return name.replace(/(?:%[0-9A-Fa-f]{2})+/g, (escapes) =>
    nameOfBytes(Buffer.from(escapes.replaceAll('%', ''), 'hex')),
  );
}

/** Appends a suffix to a name. Cuts the name, between characters and escapes, to at most 255 bytes in all. */
export function fitName(name: string, suffix = ''): string {
  const room = nameLimit - Buffer.byteLength(suffix);
  if (Buffer.byteLength(name) <= room) return name + suffix;
  let bytes = 0;
  let cut = '';
  for (const [piece] of name.matchAll(/%[0-9A-Fa-f]{2}|./gsu)) {
    bytes += Buffer.byteLength(piece);
    if (bytes > room) break;
    cut += piece;
  }
  return cut + suffix;
}

/** The bytes of a name on a host. */
export function bytesOfName(name: string): Buffer {
  if (!/\p{Cs}/u.test(name)) return Buffer.from(name);
  return Buffer.concat(
    name
      .split(/(\p{Cs}+)/u)
      .map((part, index) => (index % 2 === 0 ? Buffer.from(part) : Buffer.from([...part].flatMap(bytesOf)))),
  );
}

/** Lone surrogates U+DC80 to U+DCFF stand for bytes that are not UTF-8; other lone surrogates become three bytes. */
function bytesOf(char: string): number[] {
  const code = char.charCodeAt(0);
  if (code >= 0xdc80 && code <= 0xdcff) return [code - 0xdc00];
  if (code >= 0xd800 && code <= 0xdfff)
    return [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)];
  return [...Buffer.from(char)];
}

/** The name of these bytes: UTF-8, with lone surrogates U+DC80 to U+DCFF for other bytes. */
export function nameOfBytes(bytes: Uint8Array): string {
  if (isUtf8(bytes)) return Buffer.from(bytes).toString();
  let name = '';
  for (let at = 0; at < bytes.length; ) {
    const length = [1, 2, 3, 4].find((count) => isUtf8(bytes.subarray(at, at + count)));
    name += length
      ? Buffer.from(bytes.subarray(at, at + length)).toString()
      : String.fromCharCode(0xdc00 + (bytes[at] ?? 0));
    at += length ?? 1;
  }
  return name;
}

/** Bytes as `%XX`. */
export function escapedBytes(bytes: readonly number[]): string {
  return bytes.map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}
