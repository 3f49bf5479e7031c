import { memo } from './memo.js';
import { decodeName, encodeName } from './name-code.js';
import { type Permutation, permutation, subkey } from './permutation.js';

/** The longest name that has a token, in bytes. */
export const longestName = 64;

/** The fewest and the most letters of a token. */
export const tokenLetters = { least: 12, most: 256 };

/** Turns names into tokens of letters and back. A name is a text with one character for each byte. */
export interface NameTokens {
  /** The token of a name, with the name's capital letters at the same places. The name has at most 64 bytes. */
  readonly map: (name: string) => string;
  /** The name of a token; undefined if the text is not a token of this key. Of the other texts, less than one in 10⁹ is taken for one. */
  readonly unmap: (token: string) => string | undefined;
}

const letters = 26n;
const redundancy = 1_000_000_000n;

/**
 * Makes the tokens of a key. The name is written as a number, which must be 10⁹ times smaller than the number of tokens of its length, and
 * is then encrypted to any of these tokens. So a text that decrypts to a small number is a token.
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
    map: memo(4096, (text: string) => withCase(token(lower(text)), text)),
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

/** The fewest letters that hold the name and the redundancy: about 6 more than the name has. */
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

/** Without the capital letters of ASCII. Other bytes may be parts of characters. */
const lower = (text: string): string => text.replace(/[A-Z]/g, (each) => each.toLowerCase());

/** Writes capitals where the other text has them, and everywhere if it has no small letter. */
function withCase(text: string, like: string): string {
  if (!/[A-Z]/.test(like)) return text;
  if (!/[a-z]/.test(like)) return text.replace(/[a-z]/g, (each) => each.toUpperCase());
  return text.replace(/[a-z]/g, (each, at: number) => (isCapital(like[at]) ? each.toUpperCase() : each));
}

const isCapital = (character: string | undefined): boolean =>
  character !== undefined && /[A-Z]/.test(character);
