import { nameOfBytes } from '../archive-name.js';

/** Bytes of a block. A tar consists of blocks. */
export const blockSize = 512;

const problems = {
  header: 'a block is not the header of a member',
  end: 'its end is missing',
  long: 'it has a header of more than 4 MiB',
} as const;

/** A tar that cannot be read. */
export class TarError extends Error {
  override readonly name = 'TarError';

  constructor(readonly problem: keyof typeof problems) {
    super(problems[problem]);
  }
}

/** The types of members and of blocks about the next member, by their letter. */
const types = {
  '\0': 'file',
  0: 'file',
  1: 'link',
  2: 'symlink',
  3: 'character device',
  4: 'block device',
  5: 'directory',
  6: 'fifo',
  7: 'file',
  K: 'long target',
  L: 'long name',
  N: 'long name',
  g: 'shared records',
  x: 'records',
} as const;

/** The type of a member, or of a block about the next one. */
type TarType = (typeof types)[keyof typeof types];

/** The header of a member. */
export interface TarHeader {
  /** Undefined if the type is unknown. */
  readonly type: TarType | undefined;
  readonly name: string;
  /** Where a link leads; empty if it is none. */
  readonly target: string;
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  readonly user: string;
  readonly group: string;
  /** Seconds since the epoch. */
  readonly modified: number;
  /** Bytes of content. */
  readonly size: number;
}

/** Reads a block as a header; undefined for a block of zeros, which ends a tar. @throws TarError if it is neither. */
export function headerOf(block: Buffer): TarHeader | undefined {
  const sum = sumOf(block);
  if (sum === sumOfZeros) return undefined;
  const magic = block.toString('latin1', 257, 265);
  const isUstar = magic.startsWith('ustar\0');
  const size = numberAt(block, 124, 12);
  if (sum !== numberAt(block, 148, 8) || !(isUstar || magic === 'ustar  \0') || !(size >= 0))
    throw new TarError('header');
  const prefix = isUstar ? nameAt(block, 345, 155) : '';
  const name = prefix === '' ? nameAt(block, 0, 100) : `${prefix}/${nameAt(block, 0, 100)}`;
  const letter = String.fromCharCode(block[156] ?? 0);
  const type = Object.hasOwn(types, letter) ? types[letter as keyof typeof types] : undefined;
  return {
    // Old programs mark a directory by its name only.
    type: (letter === '0' || letter === '\0') && name.endsWith('/') ? 'directory' : type,
    name,
    target: nameAt(block, 157, 100),
    mode: numberAt(block, 100, 8) & 0o7777,
    uid: numberAt(block, 108, 8),
    gid: numberAt(block, 116, 8),
    user: textAt(block, 265, 32),
    group: textAt(block, 297, 32),
    modified: numberAt(block, 136, 12) || 0,
    size,
  };
}

const sumOfZeros = 8 * 32;

/** The checksum of a header, which counts its own eight bytes as blanks. */
export function sumOf(block: Uint8Array): number {
  let sum = sumOfZeros;
  for (let at = 0; at < 148; at++) sum += block[at] ?? 0;
  for (let at = 156; at < blockSize; at++) sum += block[at] ?? 0;
  return sum;
}

/** A number in octal digits, or in binary if the first bit is set; NaN for anything else. */
function numberAt(block: Buffer, from: number, length: number): number {
  const first = block[from] ?? 0;
  const end = from + length;
  if (first & 0x80) {
    let number = first & 0x40 ? first - 256 : first & 0x3f;
    for (let at = from + 1; at < end; at++) number = number * 256 + (block[at] ?? 0);
    return number;
  }
  let at = from;
  while (at < end && (block[at] === 0 || block[at] === blank)) at++;
  let number = 0;
  for (; at < end && block[at] !== 0 && block[at] !== blank; at++) {
    const digit = (block[at] ?? 0) - 48;
    if (digit < 0 || digit > 7) return Number.NaN;
    number = number * 8 + digit;
  }
  return number;
}

const blank = 32;

function bytesAt(block: Buffer, from: number, length: number): Buffer {
  const end = block.indexOf(0, from);
  return block.subarray(from, end === -1 ? from + length : Math.min(end, from + length));
}

function nameAt(block: Buffer, from: number, length: number): string {
  return block[from] === 0 ? '' : nameOfBytes(bytesAt(block, from, length));
}

function textAt(block: Buffer, from: number, length: number): string {
  return block[from] === 0 ? '' : bytesAt(block, from, length).toString();
}

/** The name in the content of a block about the next member. */
export function longName(content: Buffer): string {
  return nameAt(content, 0, content.length);
}

/** The records of a pax header, by name. What follows a record that is wrong is left out. */
export function paxRecords(content: Buffer): Map<string, string> {
  const records = new Map<string, string>();
  for (let at = 0; at < content.length; ) {
    const start = content.indexOf(blank, at);
    const length = Number.parseInt(content.toString('latin1', at, start), 10);
    if (start === -1 || !(length > 0)) break;
    const record = content.toString('utf8', start + 1, at + length - 1);
    const equals = record.indexOf('=');
    if (equals === -1) break;
    records.set(record.slice(0, equals), record.slice(equals + 1));
    at += length;
  }
  return records;
}
