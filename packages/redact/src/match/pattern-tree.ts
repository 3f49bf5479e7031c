/** A regular expression as a tree. */
export type PatternTree =
  | { readonly kind: 'byte'; readonly source: string }
  | { readonly kind: 'sequence' | 'choice'; readonly items: readonly PatternTree[] }
  | { readonly kind: 'repeat'; readonly item: PatternTree; readonly least: number; readonly most: number }
  | { readonly kind: 'capture'; readonly item: PatternTree }
  | { readonly kind: 'ahead' | 'behind'; readonly item: PatternTree; readonly negative: boolean }
  | { readonly kind: 'edge'; readonly source: string }
  | { readonly kind: 'reference' };

/** Parses a regular expression. */
export const parsePattern = ({ source }: RegExp): PatternTree => choice(source, 0)[0];

/** A tree, and the end of its source. */
type Parsed = [PatternTree, number];

function choice(source: string, from: number): Parsed {
  const items: PatternTree[] = [];
  let sequence: PatternTree[] = [];
  let at = from;
  while (at < source.length && source[at] !== ')') {
    if (source[at] === '|') {
      items.push({ kind: 'sequence', items: sequence });
      sequence = [];
      at++;
      continue;
    }
    const [part, end] = quantified(source, at);
    sequence.push(part);
    at = end;
  }
  const last: PatternTree = { kind: 'sequence', items: sequence };
  return [items.length === 0 ? last : { kind: 'choice', items: [...items, last] }, at];
}

function quantified(source: string, from: number): Parsed {
  const [item, end] = atom(source, from);
  const found = /^(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??/.exec(source.slice(end, end + 24));
  if (found === null) return [item, end];
  const [text, count, comma, limit] = found;
  const least = count === undefined ? Number(text.startsWith('+')) : Number(count);
  return [{ kind: 'repeat', item, least, most: maximum(text, least, comma, limit) }, end + text.length];
}

function maximum(text: string, least: number, comma?: string, limit?: string): number {
  if (text.startsWith('?')) return 1;
  if (!text.startsWith('{') || (comma !== undefined && limit === '')) return Number.POSITIVE_INFINITY;
  return comma === undefined ? least : Number(limit);
}

function atom(source: string, from: number): Parsed {
  const character = source[from] as string;
  if (character === '(') return group(source, from);
  if (character === '[') {
    const end = endOfClass(source, from);
    return [{ kind: 'byte', source: source.slice(from, end) }, end];
  }
  if (character === '^' || character === '$') return [{ kind: 'edge', source: character }, from + 1];
  if (character !== '\\') return [{ kind: 'byte', source: character }, from + 1];
  const [escaped = '\\'] =
    /^\\(?:x[0-9a-f]{2}|u[0-9a-f]{4}|c[a-z]|k<\w+>|[\s\S])/i.exec(source.slice(from, from + 40)) ?? [];
  const end = from + escaped.length;
  if (/\\[bB]/.test(escaped)) return [{ kind: 'edge', source: escaped }, end];
  // \0 before a digit is an octal escape. It is refused, like a reference.
  if (/^\\(?:[k1-9]|0\d)/.test(source.slice(from, from + 3))) return [{ kind: 'reference' }, end];
  return [{ kind: 'byte', source: escaped }, end];
}

function group(source: string, from: number): Parsed {
  const [opening] = /^\((?:\?(?:[:=!]|<[=!]|<\w+>))?/.exec(source.slice(from, from + 40)) ?? ['('];
  const [item, end] = choice(source, from + opening.length);
  if (opening === '(?:') return [item, end + 1];
  if (!/[=!]$/.test(opening)) return [{ kind: 'capture', item }, end + 1];
  const kind = opening.includes('<') ? 'behind' : 'ahead';
  return [{ kind, item, negative: opening.endsWith('!') }, end + 1];
}

function endOfClass(source: string, from: number): number {
  let at = from + 1;
  while (at < source.length && source[at] !== ']') at += source[at] === '\\' ? 2 : 1;
  return at + 1;
}
