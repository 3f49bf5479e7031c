import { type KeywordFinder, keywordFinder } from './keyword-table.js';
import { isInMask, isMask } from './mask.js';
import type { Rule } from './rule.js';

/** A secret that a rule found, as positions in the text. */
export interface Found {
  readonly start: number;
  readonly end: number;
  /** Whether it may have reached the limit of the pattern, so that more of it follows. */
  readonly long: boolean;
  /** The number of the rule, in the order of the rules. */
  readonly rule: number;
}

/** A rule ready for use. */
export interface CompiledRule {
  readonly rule: Rule;
  readonly pattern: RegExp;
  readonly rest: Uint8Array | undefined;
}

/** Rules compiled together, with the finder of their keywords. */
export interface Matcher {
  readonly rules: readonly CompiledRule[];
  readonly find: KeywordFinder;
  /** The secrets that rules find at a keyword; returns how many patterns were tried. */
  readonly at: (text: string, start: number, keyword: number, found: Found[]) => number;
}

/** Compiles rules. It does not check them; `checkRules` does. */
export function matcherOf(rules: readonly Rule[]): Matcher {
  const compiled = rules.map(
    (rule): CompiledRule => ({ rule, pattern: sticky(rule.pattern), rest: restOf(rule) }),
  );
  const keywords = [...new Set(rules.flatMap((rule) => rule.keywords.map((word) => word.toLowerCase())))];
  const users = keywords.map((word) =>
    [...rules.keys()].filter((number) => rules[number]?.keywords.some((each) => each.toLowerCase() === word)),
  );
  return {
    rules: compiled,
    find: keywordFinder(keywords),
    at(text, start, keyword, found) {
      const numbers = users[keyword] ?? [];
      for (const number of numbers) {
        const secret = secretAt(compiled[number] as CompiledRule, text, start);
        if (secret !== undefined) found.push({ ...secret, rule: number });
      }
      return numbers.length;
    },
  };
}

/** Patterns that have a class for more limit a secret to this length or a greater one. */
const longSecret = 255;

const sticky = ({ source, flags }: RegExp): RegExp =>
  new RegExp(source, `${flags.includes('i') ? 'i' : ''}${flags.includes('m') ? 'm' : ''}y`);

function restOf({ rest }: Rule): Uint8Array | undefined {
  if (rest === undefined) return undefined;
  const pattern = new RegExp(`[${rest}]`);
  return new Uint8Array(256).map((_, byte) =>
    byte !== 10 && byte !== 13 && pattern.test(String.fromCharCode(byte)) ? 1 : 0,
  );
}

function secretAt({ rule, pattern }: CompiledRule, text: string, start: number) {
  pattern.lastIndex = start;
  const match = pattern.exec(text);
  if (match === null) return undefined;
  const end = pattern.lastIndex;
  if (rule.block) return { start: end, end, long: false };
  const secret = match.find((group, number) => number > 0 && group !== undefined);
  if (secret === undefined || secret === '' || isMask(secret) || isInMask(text, start)) return undefined;
  if (rule.allowed?.test(secret) || (rule.entropy !== undefined && entropyOf(secret) < rule.entropy))
    return undefined;
  return { start: end - secret.length, end, long: secret.length >= longSecret };
}

const counts = new Uint16Array(256);

/** Shannon's entropy of a text of Latin-1, in bits a character. */
function entropyOf(text: string): number {
  const codes = Buffer.from(text, 'latin1');
  for (const code of codes) counts[code] = (counts[code] ?? 0) + 1;
  let sum = 0;
  for (const code of codes) {
    const count = counts[code] ?? 0;
    if (count > 0) sum -= (count / codes.length) * Math.log2(count / codes.length);
    counts[code] = 0;
  }
  return sum;
}
