import { escapedBytes } from './bytes.js';

const atom = String.raw`\\(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|c[a-zA-Z]|[\s\S])|[^\\]`;

/** A name of a group, a class, or one character. */
const token = new RegExp(String.raw`\(\?<[A-Za-z_]\w*>|\\k<\w+>|\[(?:\\[\s\S]|[^\]\\])*\]|${atom}`, 'g');

/** The names of groups, classes and characters of a pattern, in order. */
export const tokensOf = (source: string): readonly string[] => source.match(token) ?? [];

/** A character or a range of a class. */
const member = new RegExp(`(${atom})(?:-(${atom}))?`, 'g');

/** A capital, also an escaped one. */
const capital = /(?<!\\)(?:\\\\)*(?:[A-Z]|\\(?:[AC-RT-VX-Z]|x[45cdCD]|u00[45cdCD]))/;

/**
 * The source of an expression, for text in lower case if the expression ignores case: without flag `i`, it matches there if the expression
 * matches in the text itself. V8 compiles it in half the time, and most expressions of a run are used a few times.
 */
export const lowerPattern = ({ source, ignoreCase }: RegExp): string =>
  ignoreCase && capital.test(source) ? source.replace(token, lowered) : source;

function lowered(part: string): string {
  const [opening = ''] = /^\[\^?/.exec(part) ?? [];
  if (opening === '') return lowerOf(part);
  return `${opening}${part.slice(opening.length, -1).replace(member, lowerMember)}]`;
}

function lowerMember(all: string, from: string, to?: string): string {
  if (to === undefined) return lowerOf(from);
  const [first, last] = [codeOf(from), codeOf(to)];
  if (first === undefined || last === undefined) return `${lowerOf(from)}-${lowerOf(to)}`;
  const small = capitals
    .map(([start, end]) => [Math.max(start, first) + toSmall, Math.min(end, last) + toSmall] as const)
    .filter(([start, end]) => start <= end && (start < first || end > last))
    .map(([start, end]) => `${escaped(start)}-${escaped(end)}`);
  const isAllCapital = capitals.some(([start, end]) => start <= first && last <= end);
  return `${isAllCapital ? '' : all}${small.join('')}`;
}

const toSmall = 32;

/** The capitals of Latin-1. Their small letters come 32 places later. */
const capitals = [
  [0x41, 0x5a],
  [0xc0, 0xd6],
  [0xd8, 0xde],
] as const;

/** A character in lower case; any other part of an expression as it is. */
function lowerOf(part: string): string {
  const code = codeOf(part);
  const isCapital = code !== undefined && capitals.some(([start, end]) => start <= code && code <= end);
  return isCapital ? escaped(code + toSmall) : part;
}

const escaped = (code: number): string => escapedBytes(String.fromCharCode(code));

/** The code of the one character that a part of an expression stands for; undefined if it stands for others. */
function codeOf(part: string): number | undefined {
  if (part.length === 1) return part.charCodeAt(0);
  if (/^\\[xu]./.test(part)) return Number.parseInt(part.slice(2), 16);
  return /^\\[^a-zBDSW\d]$/.test(part) ? part.charCodeAt(1) : undefined;
}
