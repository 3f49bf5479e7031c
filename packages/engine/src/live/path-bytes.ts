// With the flag u, because half of a surrogate pair is not an escape.
const escaped = /[\udc80-\udcff]/u;

/** A path in the form for the file system: lone surrogates U+DC80 to U+DCFF stand for bytes that are not UTF-8. */
export function toFileSystem(path: string): string | Buffer {
  if (!escaped.test(path)) return path;
  const pieces: Buffer[] = [];
  for (const piece of path.split(/([\udc80-\udcff])/u))
    pieces.push(
      escaped.test(piece) ? Buffer.from([piece.charCodeAt(0) - 0xdc00]) : Buffer.from(piece, 'utf8'),
    );
  return Buffer.concat(pieces);
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

function sequenceLength(bytes: Buffer, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return 1;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  const piece = bytes.subarray(at, at + length);
  return piece.length === length && Buffer.from(piece.toString('utf8'), 'utf8').equals(piece) ? length : 0;
}

/** Whether a text reaches a program unchanged: Node encodes arguments as UTF-8, so other bytes would be lost. */
export function isArgument(text: string): boolean {
  return !/[\ud800-\udfff]/u.test(text) && !text.includes('\0');
}

/** The problem with a text that cannot be an argument. */
export const notAnArgument =
  'contains NUL or bytes that are not UTF-8, which cannot be passed as a program argument';
