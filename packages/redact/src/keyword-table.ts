/** A keyword in the table, with the number that its finder reports. */
interface Keyword {
  readonly bytes: Uint8Array;
  readonly number: number;
}

interface Candidate extends Keyword {
  /** From the start of the keyword to the probe; -1 if the probe is one byte before it. */
  readonly offset: number;
}

/** Finds the keywords that start in a range of bytes, without case, and reports the start and number of each. */
export type KeywordFinder = (
  bytes: Uint8Array,
  from: number,
  to: number,
  end: number,
  found: (start: number, keyword: number) => void,
) => number;

// Without the bit that distinguishes upper case from lower case.
const folded = 0x5f;
const hashBits = 18;
const hash = (a: number, b: number, c: number): number =>
  Math.imul((a | (b << 8) | (c << 16)) & 0x5f5f5f, 0x9e3779b1) >>> (32 - hashBits);

const lower = new Uint8Array(256).map((_, byte) => (byte >= 65 && byte <= 90 ? byte + 32 : byte));

/**
 * Makes a finder that probes every second position: three bytes there are looked up in a table of 256 KB. A keyword has entries for two
 * neighbouring positions, so one of both is probed wherever it starts. The finder returns the number of steps it took.
 */
export function keywordFinder(keywords: readonly string[]): KeywordFinder {
  const present = new Uint8Array(1 << hashBits);
  const candidates = new Map<number, Candidate[]>();
  const add = (at: number, candidate: Candidate) => {
    present[at] = 1;
    candidates.set(at, [...(candidates.get(at) ?? none), candidate]);
  };
  for (const [number, text] of keywords.entries())
    addKeyword({ bytes: Buffer.from(text.toLowerCase(), 'latin1'), number }, add);
  const probe = (
    bytes: Uint8Array,
    at: number,
    range: Range,
    found: (start: number, keyword: number) => void,
  ) => {
    const { from, to, end } = range;
    const here =
      candidates.get(hash(bytes[at] as number, bytes[at + 1] as number, bytes[at + 2] as number)) ?? none;
    for (let index = 0; index < here.length; index++) {
      const { bytes: keyword, number, offset } = here[index] as Candidate;
      const start = at - offset;
      if (start >= from && start < to && equals(bytes, start, end, keyword)) found(start, number);
    }
    return here.length;
  };
  return (bytes, from, to, end, found) => {
    let steps = 0;
    // One byte before, for a keyword of three bytes that is not on a probe.
    const first = Math.max(0, from - 1);
    const last = Math.min(to + longestKeyword, end - 2);
    const range = { from, to, end };
    for (let at = nextHit(bytes, present, first, last); at < last; at = nextHit(bytes, present, at + 2, last))
      steps += probe(bytes, at, range, found);
    return steps + Math.max(0, last - first);
  };
}

/** The next probed position whose three bytes are in the table; at least `last` if there is none. */
function nextHit(bytes: Uint8Array, present: Uint8Array, from: number, last: number): number {
  let at = from;
  let low = (bytes[at] ?? 0) & folded;
  for (; at < last; at += 2) {
    const high = (bytes[at + 2] as number) & folded;
    const three = low | (((bytes[at + 1] as number) & folded) << 8) | (high << 16);
    if (present[Math.imul(three, 0x9e3779b1) >>> (32 - hashBits)] !== 0) return at;
    low = high;
  }
  return at;
}

interface Range {
  readonly from: number;
  readonly to: number;
  readonly end: number;
}

const none: Candidate[] = [];
const longestKeyword = 64;

function addKeyword(keyword: Keyword, add: (at: number, candidate: Candidate) => void): void {
  const { bytes } = keyword;
  const [a, b, c] = bytes as unknown as [number, number, number];
  if (bytes.length < 3 || bytes.length > longestKeyword)
    throw new RangeError(`a keyword has ${bytes.length} bytes; allowed: 3 to ${longestKeyword}`);
  if (bytes.length === 3) {
    add(hash(a, b, c), { ...keyword, offset: 0 });
    for (let any = 0; any <= folded; any++)
      if ((any & folded) === any) add(hash(any, a, b), { ...keyword, offset: -1 });
    return;
  }
  const offset = rarest(bytes);
  for (const at of [offset, offset + 1])
    add(hash(bytes[at] as number, bytes[at + 1] as number, bytes[at + 2] as number), {
      ...keyword,
      offset: at,
    });
}

const frequent = 'etaoinsrhldcumfpgwybvkxjqz';
const commonness = (byte: number): number => {
  const at = frequent.indexOf(String.fromCharCode(byte));
  return at < 0 ? 1 : (frequent.length - at) / 8;
};

/** Where in a keyword the four bytes are that occur least in text. */
function rarest(bytes: Uint8Array): number {
  const scores = Array.from({ length: bytes.length - 3 }, (_, at) =>
    bytes.slice(at, at + 4).reduce((product, byte) => product * commonness(byte), 1),
  );
  return scores.indexOf(Math.min(...scores));
}

function equals(bytes: Uint8Array, start: number, end: number, keyword: Uint8Array): boolean {
  if (start + keyword.length > end) return false;
  for (let at = 0; at < keyword.length; at++)
    if (lower[bytes[start + at] as number] !== keyword[at]) return false;
  return true;
}
