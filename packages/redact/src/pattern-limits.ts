/** How far a pattern looks, in characters, and whether a repeated group contains another repetition. */
export interface PatternLimits {
  readonly ahead: number;
  readonly behind: number;
  readonly nested: boolean;
}

interface Part {
  /** The longest match, in characters. */
  readonly width: number;
  /** The furthest character looked at from the start of the part. */
  readonly ahead: number;
  readonly behind: number;
  /** Whether it has a quantifier that can match different lengths. */
  readonly varies: boolean;
  readonly nested: boolean;
}

const empty: Part = { width: 0, ahead: 0, behind: 0, varies: false, nested: false };

/** Finds the limits of a regular expression from its source. An unlimited quantifier makes them infinite. */
export function patternLimits({ source }: RegExp): PatternLimits {
  const [{ ahead, behind, nested }] = alternatives(source, 0);
  return { ahead, behind, nested };
}

function alternatives(source: string, from: number): [Part, number] {
  let at = from;
  let all = empty;
  let sequence = empty;
  while (at < source.length && source[at] !== ')') {
    if (source[at] === '|') {
      all = either(all, sequence);
      sequence = empty;
      at++;
      continue;
    }
    const [part, end] = quantified(source, at);
    sequence = followedBy(sequence, part);
    at = end;
  }
  return [either(all, sequence), at];
}

function quantified(source: string, from: number): [Part, number] {
  const [part, end] = atom(source, from);
  const found = /^(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??/.exec(source.slice(end, end + 24));
  if (found === null) return [part, end];
  const [text, least, comma, most] = found;
  const max = maximum(text, least, comma, most);
  const varies = part.varies || !(least !== undefined && comma === undefined);
  const nested = part.nested || (max > 1 && part.varies);
  const width = part.width === 0 ? 0 : part.width * max;
  const ahead = part.width === 0 ? part.ahead : part.width * (max - 1) + part.ahead;
  return [{ width, ahead: Math.max(width, ahead), behind: part.behind, varies, nested }, end + text.length];
}

function maximum(text: string, least?: string, comma?: string, most?: string): number {
  if (text.startsWith('?')) return 1;
  if (least === undefined || (comma !== undefined && most === '')) return Number.POSITIVE_INFINITY;
  return Number(comma === undefined ? least : most);
}

function atom(source: string, from: number): [Part, number] {
  const character = source[from];
  if (character === '(') return group(source, from);
  if (character === '[') return [one, endOfClass(source, from)];
  if (character === '^' || character === '$') return [edge, from + 1];
  if (character !== '\\') return [one, from + 1];
  const [escaped = ''] =
    /^\\(?:x[0-9a-f]{2}|u[0-9a-f]{4}|k<\w+>|[\s\S])/i.exec(source.slice(from, from + 40)) ?? [];
  if (/^\\[bB]/.test(escaped)) return [edge, from + escaped.length];
  // A back reference matches a text of any length.
  if (/^\\[k1-9]/.test(escaped))
    return [
      { ...one, width: Number.POSITIVE_INFINITY, ahead: Number.POSITIVE_INFINITY },
      from + escaped.length,
    ];
  return [one, from + escaped.length];
}

const one: Part = { ...empty, width: 1, ahead: 1 };
const edge: Part = { ...empty, ahead: 1, behind: 1 };

function group(source: string, from: number): [Part, number] {
  const [opening] = /^\((?:\?(?:[:=!]|<[=!]|<\w+>))?/.exec(source.slice(from, from + 40)) ?? ['('];
  const [inside, end] = alternatives(source, from + opening.length);
  if (/<[=!]$/.test(opening))
    return [{ ...inside, width: 0, ahead: 1, behind: inside.width + inside.behind }, end + 1];
  if (/[=!]$/.test(opening)) return [{ ...inside, width: 0 }, end + 1];
  return [inside, end + 1];
}

function endOfClass(source: string, from: number): number {
  let at = from + 1;
  while (at < source.length && source[at] !== ']') at += source[at] === '\\' ? 2 : 1;
  return at + 1;
}

const either = (a: Part, b: Part): Part => ({
  width: Math.max(a.width, b.width),
  ahead: Math.max(a.ahead, b.ahead),
  behind: Math.max(a.behind, b.behind),
  varies: a.varies || b.varies,
  nested: a.nested || b.nested,
});

const followedBy = (a: Part, b: Part): Part => ({
  width: a.width + b.width,
  ahead: Math.max(a.ahead, a.width + b.ahead),
  behind: Math.max(a.behind, b.behind),
  varies: a.varies || b.varies,
  nested: a.nested || b.nested,
});
