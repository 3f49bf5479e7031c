import type { WantName } from './directory.js';

const magic = /[*?[]/;

/** Whether a pattern has a wildcard. */
export function hasWildcard(pattern: string): boolean {
  return magic.test(pattern);
}

/** The directory that a pattern begins in: all that stands before the first part with a wildcard. */
export function fixedPart(pattern: string): string {
  return pattern.slice(0, pattern.slice(0, pattern.search(magic)).lastIndexOf('/')) || '/';
}

/** Which names one part of a pattern matches, by the rules of Python's fnmatch and glob. */
export function namesOf(part: string): WantName {
  if (!hasWildcard(part)) return (name) => name === part;
  const matcher = new RegExp(`^${sourceOf(part)}$`, 'su');
  const hidden = part.startsWith('.');
  return (name) => (hidden || !name.startsWith('.')) && matcher.test(name);
}

function sourceOf(part: string): string {
  return part.replaceAll(/\[(!?)(\]?[^\]]*)\]|[\s\S]/gu, (token, negated?: string, set?: string) => {
    if (set !== undefined) return setOf(set, negated === '!');
    if (token === '*') return '.*';
    return token === '?' ? '.' : literal(token);
  });
}

/** A set as Python reads it: a range that ends before it begins holds nothing. */
function setOf(set: string, negated: boolean): string {
  const chars = [...set];
  const ranges: string[] = [];
  for (let i = 0; i < chars.length; i++) {
    const [from = '', dash, to] = chars.slice(i, i + 3);
    if (dash !== '-' || to === undefined) ranges.push(inSet(from));
    else {
      if ((from.codePointAt(0) ?? 0) <= (to.codePointAt(0) ?? 0)) ranges.push(`${inSet(from)}-${inSet(to)}`);
      i += 2;
    }
  }
  if (ranges.length === 0) return negated ? '.' : '(?!)';
  return `[${negated ? '^' : ''}${ranges.join('')}]`;
}

function literal(char: string): string {
  return /[\\^$.|?*+(){}[\]/]/.test(char) ? `\\${char}` : char;
}

function inSet(char: string): string {
  return /[\\\]^[-]/.test(char) ? `\\${char}` : char;
}

/** A pattern for fast-glob, which walks: which names match is asked of `namesOf`. */
export function toWalk(pattern: string): string {
  return pattern
    .slice(1)
    .split('/')
    .map((part) => (hasWildcard(part) ? '*' : veil(part).replaceAll(/[(){}|+@^$!\]#,]/g, '\\$&')))
    .join('/');
}

// fast-glob takes a backslash for a slash and leaves out names that begin with a line end. As lone surrogates, which
// stand for no byte of any name, these characters pass.
const veiled: Readonly<Record<string, string>> = {
  '\\': '\udc5c',
  '\n': '\udc0a',
  '\r': '\udc0d',
  '\u2028': '\udc28',
  '\u2029': '\udc29',
};
const unveiled = Object.fromEntries(Object.entries(veiled).map(([char, veil]) => [veil, char]));

/** A name as fast-glob can take it. */
export function veil(name: string): string {
  return name.replaceAll(/[\\\n\r\u2028\u2029]/g, (char) => veiled[char] ?? char);
}

/** The path that `veil` was given the names of. */
export function unveil(path: string): string {
  return path.replaceAll(/[\udc5c\udc0a\udc0d\udc28\udc29]/gu, (char) => unveiled[char] ?? char);
}
