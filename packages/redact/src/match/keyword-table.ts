import { lowerAscii, smallOf } from './bytes.js';
import { once } from './once.js';

/** Finds keywords in bytes. */
export interface KeywordTable {
  /** Probes every second position from `from`. Returns the first at which there may be a keyword; `last` or more if there is none. */
  readonly next: (bytes: Uint8Array, from: number, last: number) => number;
  /** The candidates for the three bytes at a position, as `first * perSlot + count`. Those of later keywords come first. */
  readonly candidates: (bytes: Uint8Array, at: number) => number;
  /** Start of a candidate's keyword if it is there, else -1. Also -1 if it would start at `known`. */
  readonly startOf: (candidate: number, bytes: Uint8Array, at: number, end: number, known: number) => number;
  /** Index of the candidate's keyword in the list of keywords. */
  readonly numberOf: (candidate: number) => number;
}

// Keeps the low five bits, without case: three bytes become a 15-bit index into a table of 32 KB.
const folded = 0x1f;
const indexOf = (a: number, b: number, c: number): number =>
  ((a & folded) << 10) | ((b & folded) << 5) | (c & folded);

const slotAt = (bytes: Uint8Array, at: number): number =>
  indexOf(bytes[at] as number, bytes[at + 1] as number, bytes[at + 2] as number);

const slotBits = 12;

/** More than any three bytes have candidates. A power of two. */
export const perSlot = 1 << slotBits;

/** The longest keyword, in bytes. */
export const longestKeyword = 64;

/** All keywords joined, in lower case. `starts` has the start of each, and the end of the last. */
interface Words {
  readonly bytes: Uint8Array;
  readonly starts: Int32Array;
}

/**
 * Creates a table to be probed at every second position. Each keyword has candidates at two neighbouring positions, one of which is always
 * probed. `probes` has the offset of the first for each keyword. Uses plain typed arrays, because every run of the command builds one.
 */
export function keywordTable(keywords: readonly string[], probes = probesOf(keywords)): KeywordTable {
  const words = wordsOf(keywords);
  const { count, slots, numbers, offsets } = candidatesOf(words, probes);
  const present = new Uint8Array(1 << 15);
  // For each slot: the number of its candidates, and later also the place of the first. Places start at 1, so the two cannot be confused.
  const ranges = new Int32Array(1 << 15);
  for (let at = 0; at < count; at++) (ranges[slots[at] as number] as number)++;
  const numberAt = new Int32Array(count + 1);
  // For each candidate: the offset of its telling byte, that byte, and the offset of the probe. In one number, because most candidates need
  // no more than the first two.
  const checks = new Int32Array(count + 1);
  let free = 1;
  for (let at = count - 1; at >= 0; at--) {
    const slot = slots[at] as number;
    const number = numbers[at] as number;
    const offset = offsets[at] as number;
    let range = ranges[slot] as number;
    if (range < perSlot) {
      const first = free;
      free += range;
      range = first * perSlot;
    }
    ranges[slot] = range + 1;
    const place = (range >> slotBits) + (range & (perSlot - 1));
    const start = words.starts[number] as number;
    const end = words.starts[number + 1] as number;
    // The byte farthest from the three that the probe covers.
    const last = end - start - 1 - offset;
    const telling = last > 3 || offset <= 0 ? last : -offset;
    numberAt[place] = number;
    checks[place] = (telling << 16) | ((words.bytes[start + offset + telling] as number) << 8) | (offset + 1);
    // A bit for the byte after the three. All bits if the keyword ends before it.
    const fourth = start + offset + 3;
    const bits = fourth < end ? 1 << ((words.bytes[fourth] as number) & 7) : 0xff;
    present[slot] = (present[slot] as number) | bits;
  }
  return {
    next: (bytes, from, last) => nextProbe(bytes, present, from, last),
    candidates: (bytes, at) => ranges[slotAt(bytes, at)] as number,
    startOf(candidate, bytes, at, end, known) {
      const check = checks[candidate] as number;
      const told = bytes[at + (check >> 16)] as number;
      if (lower[told] !== ((check >> 8) & 255)) return -1;
      const start = at + 1 - (check & 255);
      return start !== known && startsAt(words, numberAt[candidate] as number, bytes, start, end)
        ? start
        : -1;
    },
    numberOf: (candidate) => numberAt[candidate] as number,
  };
}

function wordsOf(keywords: readonly string[]): Words {
  const starts = new Int32Array(keywords.length + 1);
  for (let at = 0; at < keywords.length; at++) {
    const { length } = keywords[at] as string;
    if (length < 3 || length > longestKeyword)
      throw new RangeError(`a keyword has ${length} bytes; allowed: 3 to ${longestKeyword}`);
    starts[at + 1] = (starts[at] as number) + length;
  }
  return { bytes: Buffer.from(lowerAscii(keywords.join('')), 'latin1'), starts };
}

/**
 * For each keyword: the offset of the four bytes that are rarest in a sample of text, with a preference for slots with few candidates: of many
 * keywords that contain `key`, a text with `key` in each line should not make all of them candidates in each line. Without a sample, letters
 * alone tell what is rare.
 */
export function probesOf(keywords: readonly string[], sample = ''): readonly number[] {
  const { bytes, starts } = wordsOf(keywords);
  const share = shareIn(Buffer.from(sample, 'latin1'));
  const loads = new Uint16Array(1 << 15);
  return keywords.map(({ length }, number) => {
    if (length === 3) return 0;
    const start = starts[number] as number;
    const offset = rarest(bytes, start, start + length, share, loads);
    for (let at = start + offset; at <= start + offset + 1; at++) (loads[slotAt(bytes, at)] as number)++;
    return offset;
  });
}

/**
 * For each candidate: its slot, the number of its keyword, and the offset of the probe from the keyword's start; -1 if the keyword starts
 * one byte after the probe.
 */
function candidatesOf({ bytes, starts }: Words, probes: readonly number[]) {
  const most = probes.length * (folded + 2);
  const slots = new Uint16Array(most);
  const numbers = new Uint16Array(most);
  const offsets = new Int8Array(most);
  let count = 0;
  for (let number = 0; number < probes.length; number++) {
    const start = starts[number] as number;
    const at = start + (probes[number] as number);
    numbers[count] = number;
    offsets[count] = at - start;
    slots[count++] = slotAt(bytes, at);
    if ((starts[number + 1] as number) - start > 3) {
      numbers[count] = number;
      offsets[count] = at - start + 1;
      slots[count++] = slotAt(bytes, at + 1);
      continue;
    }
    for (let any = 0; any <= folded; any++) {
      numbers[count] = number;
      offsets[count] = -1;
      slots[count++] = indexOf(any, bytes[start] as number, bytes[start + 1] as number);
    }
  }
  return { count, slots, numbers, offsets };
}

function nextProbe(bytes: Uint8Array, present: Uint8Array, from: number, last: number): number {
  let at = from;
  let index = (bytes[at] ?? 0) & folded;
  let second = bytes[at + 1] ?? 0;
  for (; at < last; at += 2) {
    index = ((index & folded) << 10) | ((second & folded) << 5) | ((bytes[at + 2] as number) & folded);
    // The fourth byte is also the second byte of the next probe.
    second = bytes[at + 3] as number;
    if ((((present[index] as number) >> (second & 7)) & 1) === 1) return at;
  }
  return at;
}

const frequent = 'etaoinsrhldcumfpgwybvkxjqz';

/** Rough frequency of a byte in text. */
const commonness = (byte: number): number => {
  const character = String.fromCharCode(byte);
  const at = frequent.indexOf(character);
  if (at >= 0) return (frequent.length - at) / 8;
  if (character === ' ') return 4;
  if (/[\d=:./"-]/.test(character)) return 0.8;
  return /[!-@[-~]/.test(character) ? 0.2 : 0;
};

/** Frequency of all bytes with the same low five bits: in the table, a NUL is as frequent as a blank. They add up to 1. */
const foldedShares = once(() => {
  const sums = new Float64Array(folded + 1);
  let total = 0;
  for (let byte = 0; byte < 128; byte++) {
    const common = commonness(byte);
    sums[byte & folded] = (sums[byte & folded] as number) + common;
    total += common;
  }
  return sums.map((sum) => sum / total);
});

/** Which share of the probes of some text meet the bytes from `at` on: three, and three bits of a fourth one before `end`. */
type Share = (bytes: Uint8Array, at: number, end: number) => number;

function shareIn(text: Uint8Array): Share {
  const shares = foldedShares();
  const seen = new Uint16Array(1 << 18);
  for (let at = 0; at + 3 < text.length; at++) {
    const place = (slotAt(text, at) << 3) | ((text[at + 3] as number) & 7);
    seen[place] = (seen[place] as number) + 1;
  }
  const shareOf = (bytes: Uint8Array, at: number, fourth: number): number => {
    let chance = 0;
    for (let each = fourth; each <= folded; each += 8) chance += shares[each] as number;
    for (let i = at; i < at + 3; i++) chance *= shares[(bytes[i] as number) & folded] as number;
    return chance + (seen[(slotAt(bytes, at) << 3) | fourth] as number) / Math.max(1, text.length);
  };
  return (bytes, at, end) => {
    if (at + 3 < end) return shareOf(bytes, at, (bytes[at + 3] as number) & 7);
    let sum = 0;
    for (let fourth = 0; fourth < 8; fourth++) sum += shareOf(bytes, at, fourth);
    return sum;
  };
}

/** Offset of the four bytes of a keyword whose two probes meet the least, with a preference for slots with few candidates. */
function rarest(bytes: Uint8Array, start: number, end: number, share: Share, loads: Uint16Array): number {
  let best = start;
  let least = Number.POSITIVE_INFINITY;
  for (let at = start; at + 4 <= end; at++) {
    let score = share(bytes, at, end) + share(bytes, at + 1, end);
    for (let probe = at; probe < at + 2; probe++) score *= 4 + (loads[slotAt(bytes, probe)] as number);
    if (score >= least) continue;
    best = at;
    least = score;
  }
  return best - start;
}

const lower = new Uint8Array(256).map((_, byte) => smallOf(byte));

function startsAt(
  { bytes: words, starts }: Words,
  number: number,
  bytes: Uint8Array,
  start: number,
  end: number,
): boolean {
  const first = starts[number] as number;
  const length = (starts[number + 1] as number) - first;
  if (start + length > end) return false;
  for (let at = 0; at < length; at++)
    if (lower[bytes[start + at] as number] !== words[first + at]) return false;
  return true;
}
