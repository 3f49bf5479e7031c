import { lowerAscii } from './bytes.js';

/** A keyword as seen from one probe of the table. */
interface Candidate {
  readonly bytes: Uint8Array;
  readonly number: number;
  /** From the start of the keyword to the probe; -1 if the keyword starts one byte after the probe. */
  readonly offset: number;
}

/** Finds keywords in bytes. */
export interface KeywordTable {
  /** Probes every second position from `from`. Returns the first whose bytes may belong to a keyword, or at least `last`. */
  readonly next: (bytes: Uint8Array, from: number, last: number) => number;
  /** The candidates for the bytes at a position, as `first * perSlot + count`. */
  readonly candidates: (bytes: Uint8Array, at: number) => number;
  /** Where a candidate's keyword starts, or -1 if it is not there. */
  readonly startOf: (candidate: number, bytes: Uint8Array, at: number, end: number) => number;
  /** Index of the candidate's keyword in the list of keywords. */
  readonly numberOf: (candidate: number) => number;
}

// Drops the bits for case and more: three bytes become a 15-bit index into 32 KB.
const folded = 0x1f;
const indexOf = (a: number, b: number, c: number): number =>
  ((a & folded) << 10) | ((b & folded) << 5) | (c & folded);

/** More than the candidates of any three bytes. */
export const perSlot = 4096;

/** The longest keyword, in bytes. */
export const longestKeyword = 64;

/**
 * Creates a table that is probed at every second position. Each keyword has entries at two neighbouring positions, so one of them is always
 * probed.
 */
export function keywordTable(keywords: readonly string[]): KeywordTable {
  const slots = new Map<number, Candidate[]>();
  for (const [number, text] of keywords.entries())
    addKeyword(Buffer.from(lowerAscii(text), 'latin1'), number, (index, candidate) => {
      const known = slots.get(index);
      if (known) known.push(candidate);
      else slots.set(index, [candidate]);
    });
  const present = new Uint8Array(1 << 15);
  const ranges = new Int32Array(1 << 15);
  const all: Candidate[] = [];
  for (const [index, candidates] of slots) {
    present[index] = candidates.reduce((bits, candidate) => bits | fourthOf(candidate), 0);
    ranges[index] = all.length * perSlot + candidates.length;
    all.push(...candidates);
  }
  const tells = all.map(tellingByte);
  const offsets = Int32Array.from(all, ({ offset }) => offset);
  const tellAt = Int32Array.from(tells);
  const tell = Uint8Array.from(
    all,
    ({ bytes, offset }, index) => bytes[(tells[index] as number) + offset] ?? 0,
  );
  return {
    next: (bytes, from, last) => nextProbe(bytes, present, from, last),
    candidates: (bytes, at) =>
      ranges[indexOf(bytes[at] as number, bytes[at + 1] as number, bytes[at + 2] as number)] as number,
    startOf(candidate, bytes, at, end) {
      const told = bytes[at + (tellAt[candidate] as number)] as number;
      if (lower[told] !== tell[candidate]) return -1;
      const start = at - (offsets[candidate] as number);
      return startsAt((all[candidate] as Candidate).bytes, bytes, start, end) ? start : -1;
    },
    numberOf: (candidate) => (all[candidate] as Candidate).number,
  };
}

/** Offset from the probe to the furthest byte of the keyword that the probe does not cover. */
function tellingByte({ bytes, offset }: Candidate): number {
  const last = bytes.length - 1 - offset;
  return last > 3 || offset <= 0 ? last : -offset;
}

/** One bit for the byte after the probed three; all bits if the keyword ends there. */
function fourthOf({ bytes, offset }: Candidate): number {
  const fourth = bytes[offset + 3];
  return fourth === undefined ? 0xff : 1 << (fourth & 7);
}

function nextProbe(bytes: Uint8Array, present: Uint8Array, from: number, last: number): number {
  let at = from;
  let index = (bytes[at] ?? 0) & folded;
  let second = bytes[at + 1] ?? 0;
  for (; at < last; at += 2) {
    index = ((index & folded) << 10) | ((second & folded) << 5) | ((bytes[at + 2] as number) & folded);
    // The fourth byte is also the second byte of the next probe.
    second = bytes[at + 3] as number;
    if (((present[index] as number) & (1 << (second & 7))) !== 0) return at;
  }
  return at;
}

function addKeyword(
  bytes: Uint8Array,
  number: number,
  add: (index: number, candidate: Candidate) => void,
): void {
  const [a, b, c] = bytes as unknown as [number, number, number];
  if (bytes.length < 3 || bytes.length > longestKeyword)
    throw new RangeError(`a keyword has ${bytes.length} bytes; allowed: 3 to ${longestKeyword}`);
  if (bytes.length === 3) {
    add(indexOf(a, b, c), { bytes, number, offset: 0 });
    for (let any = 0; any <= folded; any++) add(indexOf(any, a, b), { bytes, number, offset: -1 });
    return;
  }
  const offset = rarest(bytes);
  for (const at of [offset, offset + 1])
    add(indexOf(bytes[at] as number, bytes[at + 1] as number, bytes[at + 2] as number), {
      bytes,
      number,
      offset: at,
    });
}

const frequent = 'etaoinsrhldcumfpgwybvkxjqz';

/** How often a byte is in text, roughly. */
const commonness = (byte: number): number => {
  const character = String.fromCharCode(byte);
  const at = frequent.indexOf(character);
  if (at >= 0) return (frequent.length - at) / 8;
  if (character === ' ') return 4;
  if (/[\d=:./"-]/.test(character)) return 0.8;
  return /[!-@[-~]/.test(character) ? 0.2 : 0;
};

/** The same of all bytes that the table does not tell from a byte: a NUL is as frequent as a blank. */
const foldedCommonness = new Float64Array(folded + 1);
for (let byte = 0; byte < 128; byte++)
  foldedCommonness[byte & folded] = (foldedCommonness[byte & folded] as number) + commonness(byte);

/** Index of the keyword's rarest four bytes, preferably with another byte after them. */
function rarest(bytes: Uint8Array): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let at = 0; at + 4 <= bytes.length; at++) {
    let score = at + 4 < bytes.length ? 0.6 : 1;
    for (let i = at; i < at + 4; i++) score *= foldedCommonness[(bytes[i] as number) & folded] as number;
    if (score >= least) continue;
    best = at;
    least = score;
  }
  return best;
}

const lower = new Uint8Array(256).map((_, byte) => (byte >= 65 && byte <= 90 ? byte + 32 : byte));

function startsAt(keyword: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  if (start + keyword.length > end) return false;
  for (let at = 0; at < keyword.length; at++)
    if (lower[bytes[start + at] as number] !== keyword[at]) return false;
  return true;
}
