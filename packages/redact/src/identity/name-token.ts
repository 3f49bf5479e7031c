import { lowerAscii } from '../match/bytes.js';
import { memo, type Permutation, permutation, subkey } from './cipher.js';

/** Longest name with a token, in bytes. */
export const longestName = 64;

/** Limits of the length of a token, in letters. */
export const tokenLetters = { least: 12, most: 256 };

/** Turns names into tokens of letters, and back. A name has one character per byte. */
interface NameTokens {
  /** The token of a name of at most 64 bytes, with capitals where the name has them. */
  readonly map: (name: string) => string;
  /** The name of a token. Undefined if the text is not a token of this key: fewer than one in 10⁹ other texts is taken for one. */
  readonly unmap: (token: string) => string | undefined;
}

const letters = 26n;
const redundancy = 1_000_000_000n;

/**
 * Creates the tokens of a key. A name becomes a number below 10⁻⁹ of the number of tokens of its length, which is then encrypted to one of
 * these tokens. So a text that decrypts to such a small number is a token.
 */
export function nameTokens(key: Uint8Array): NameTokens {
  const own = subkey(key, 'name');
  const permutations = new Map<number, Permutation>();
  const ofLength = (length: number): Permutation => {
    const made = permutations.get(length) ?? lettersPermutation(own, length);
    permutations.set(length, made);
    return made;
  };
  const token = memo(4096, (name: string): string => {
    const code = encodeName(name);
    const length = lengthFor(name, code);
    return write(ofLength(length).apply(code, 'map'), length);
  });
  const name = memo(4096, (text: string): string | null => {
    const code = ofLength(text.length).apply(read(text), 'unmap');
    const found = decodeName(code, longestName) ?? null;
    return found !== null && lengthFor(found, code) === text.length ? found : null;
  });
  return {
    map: memo(4096, (text: string) => withCase(token(lowerAscii(text)), text)),
    unmap(text) {
      if (text.length < tokenLetters.least || text.length > tokenLetters.most) return undefined;
      const found = name(text.toLowerCase());
      if (found === null) return undefined;
      const original = withCase(found, text);
      return withCase(text.toLowerCase(), original) === text ? original : undefined;
    },
  };
}

const lettersPermutation = (key: Uint8Array, length: number): Permutation =>
  permutation(key, letters ** BigInt(Math.ceil(length / 2)), letters ** BigInt(Math.floor(length / 2)));

/** The fewest letters that hold a name and the redundancy: about 6 more than the name has. */
function lengthFor(name: string, code: bigint): number {
  let length = Math.max(tokenLetters.least, name.length);
  while (code * redundancy >= letters ** BigInt(length)) length++;
  return length;
}

function write(value: bigint, length: number): string {
  let text = '';
  let rest = value;
  while (text.length < length) {
    text = String.fromCharCode(97 + Number(rest % letters)) + text;
    rest /= letters;
  }
  return text;
}

function read(text: string): bigint {
  let value = 0n;
  for (const each of text) value = value * letters + BigInt(each.charCodeAt(0) - 97);
  return value;
}

/** Writes capitals where `like` has them; everywhere if it has no small letter. */
function withCase(text: string, like: string): string {
  if (!/[A-Z]/.test(like)) return text;
  if (!/[a-z]/.test(like)) return text.replace(/[a-z]/g, (each) => each.toUpperCase());
  return text.replace(/[a-z]/g, (each, at: number) => (isCapital(like[at]) ? each.toUpperCase() : each));
}

const isCapital = (character: string | undefined): boolean =>
  character !== undefined && /[A-Z]/.test(character);

// Rough frequencies of characters in names of hosts and people. Other bytes are written after an escape.
const frequent: readonly (readonly [string, number])[] = [
  ['ea', 14],
  ['nrst', 12],
  ['io01', 11],
  ['dl', 9],
  ['cmp-', 8],
  ['bhu2', 6],
  ['gvw', 5],
  ['fk3456789', 4],
  ['jxy', 3],
  ['z_. ', 2],
  ['q', 1],
];

interface Sign {
  readonly text: string;
  readonly from: bigint;
  readonly weight: bigint;
}

const end = 'end';
const escapeSign = 'escape';
const signs: Sign[] = [];
let sum = 0;
// The end of a name has the first range, because only it may leave the number at 0.
const weights = [
  [end, 1] as const,
  ...frequent.flatMap(([characters, weight]) => [...characters].map((each) => [each, weight] as const)),
  [escapeSign, 1] as const,
];
for (const [text, weight] of weights) {
  signs.push({ text, from: BigInt(sum), weight: BigInt(weight) });
  sum += weight;
}
const total = BigInt(sum);
const byText = new Map(signs.map((each) => [each.text, each]));
const bySlot = signs.flatMap((each) => Array<Sign>(Number(each.weight)).fill(each));

/** Encodes a name (one character per byte) as a number. The more frequent its characters, the smaller. */
export function encodeName(name: string): bigint {
  let state = add(0n, end);
  for (const character of [...name].reverse())
    if (byText.has(character)) state = add(state, character);
    else state = add(state * 256n + BigInt(character.charCodeAt(0)), escapeSign);
  return state;
}

function add(state: bigint, text: string): bigint {
  const { from, weight } = byText.get(text) as Sign;
  return (state / weight) * total + (state % weight) + from;
}

/** Decodes a number. Undefined if it is not that of a name of at most `longest` bytes. */
export function decodeName(code: bigint, longest: number): string | undefined {
  let state = code;
  let name = '';
  while (name.length <= longest) {
    const slot = state % total;
    const { text, from, weight } = bySlot[Number(slot)] as Sign;
    state = weight * (state / total) + slot - from;
    if (text === end) return state === 0n && encodeName(name) === code ? name : undefined;
    if (text === escapeSign) {
      name += String.fromCharCode(Number(state % 256n));
      state /= 256n;
    } else name += text;
  }
  return undefined;
}
