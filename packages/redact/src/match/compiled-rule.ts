import { byteClass } from './bytes.js';
import { lowerPattern } from './lower-pattern.js';
import { isMaskCount, overlapsMask } from './mask-form.js';
import { once } from './once.js';
import { type PatternTree, parsePattern } from './pattern-tree.js';
import { type Rule, windowAhead } from './rule.js';

/** A secret in a text. */
export interface Secret {
  readonly start: number;
  readonly end: number;
  /** True if the secret may have hit the pattern's limit, so more of it may follow. */
  readonly long: boolean;
}

/** A rule ready for use. */
export interface CompiledRule {
  readonly rule: Rule;
  /** Compiled on first use, like `rest` and `tree`. For text in lower case if the rule's pattern ignores case. */
  readonly pattern: RegExp;
  readonly rest: Uint8Array | undefined;
  readonly tree: PatternTree;
}

/** Masks the rest of a line on which a rule had to look at too much. */
export const costlyRule: Rule = {
  id: 'too-costly',
  keywords: [],
  pattern: /(?!)/,
  rest: '^\\r\\n',
  matches: [],
  others: [],
};

/** Compiles a rule. Each part is compiled when first needed, because the keywords of most rules are never met. */
export function compile(rule: Rule): CompiledRule {
  const pattern = once(() => sticky(rule.pattern));
  const rest = once(() => restOf(rule));
  const tree = once(() => parsePattern(rule.pattern));
  return {
    rule,
    get pattern() {
      return pattern();
    },
    get rest() {
      return rest();
    },
    get tree() {
      return tree();
    },
  };
}

/**
 * The pattern of a rule with `rest` allows secrets of at least this length. A secret that long may have been cut, so `rest` continues it.
 */
export const longSecret = 255;

const sticky = (pattern: RegExp): RegExp => new RegExp(lowerPattern(pattern), pattern.multiline ? 'my' : 'y');

function restOf({ rest }: Rule): Uint8Array | undefined {
  if (rest === undefined) return undefined;
  return byteClass(new RegExp(`(?![\\r\\n])[${rest}]`));
}

/** Text of a window as Latin-1. */
export interface WindowText {
  readonly text: () => string;
  /** The same in lower case. */
  readonly lower: () => string;
}

/** The secret that a rule finds if its keyword starts at a position. */
export function secretAt(
  { rule, pattern }: CompiledRule,
  window: WindowText,
  start: number,
): Secret | undefined {
  pattern.lastIndex = start;
  const match = pattern.exec(rule.pattern.ignoreCase ? window.lower() : window.text());
  if (match === null) return undefined;
  const end = pattern.lastIndex;
  if (rule.block) return { start: end, end, long: false };
  const length = match.find((group, number) => number > 0 && group !== undefined)?.length ?? 0;
  const text = window.text();
  if (length === 0 || isMaskCount(text, end - length)) return undefined;
  const secret = text.slice(end - length, end);
  const limit = start + windowAhead;
  if (overlapsMask(text, start, start + 1, limit) || overlapsMask(text, end - length, end, limit))
    return undefined;
  if (rule.notAt !== undefined && standsAt(rule.notAt, text, end - length, limit)) return undefined;
  if (
    (rule.allowed?.test(secret) && !rule.unless?.test(secret)) ||
    (rule.entropy !== undefined && entropyOf(secret) < rule.entropy)
  )
    return undefined;
  return { start: end - length, end, long: length >= longSecret };
}

/** True if an expression matches at a position with no quote before it. */
function standsAt(expression: RegExp, text: string, at: number, limit: number): boolean {
  if (text[at - 1] === '"' || text[at - 1] === "'") return false;
  expression.lastIndex = 0;
  return expression.test(text.slice(at, Math.min(limit, at + 400)));
}

const counts = new Uint16Array(256);

/** The entropy is computed from this many characters of a secret: more would cost time and change little. */
const entropyLength = 64;

/** Shannon entropy of the start of Latin-1 text, in bits per character. */
function entropyOf(text: string): number {
  const codes = Buffer.from(text.slice(0, entropyLength), 'latin1');
  for (const code of codes) counts[code] = (counts[code] ?? 0) + 1;
  let sum = 0;
  for (const code of codes) {
    const count = counts[code] ?? 0;
    if (count > 0) sum -= (count / codes.length) * Math.log2(count / codes.length);
    counts[code] = 0;
  }
  return sum;
}
