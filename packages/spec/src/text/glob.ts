/** One position of a pattern: any characters, any one character, this character, or one of a set. */
type Place = '*' | '?' | number | CharacterSet;

interface CharacterSet {
  readonly negated: boolean;
  readonly ranges: readonly (readonly [from: number, to: number])[];
}

/** Whether a pattern has a wildcard: `*`, `?` or `[`. */
export function hasWildcard(pattern: string): boolean {
  return /[*?[]/.test(pattern);
}

/** A pattern of ASCII with one `*`, as most are. No ASCII character is part of another character. */
const oneStar = /^([^*?[\x80-\uffff]*)\*([^*?[\x80-\uffff]*)$/;

/**
 * Makes a matcher of names by the rules of Python's fnmatch: `*`, `?`, `[abc]`, `[a-z]`, `[!abc]`; a bracket without an
 * end matches itself. The time is at most proportional to the product of both lengths, name and pattern.
 */
export function nameMatcher(pattern: string): (name: string) => boolean {
  if (!hasWildcard(pattern)) return (name) => name === pattern;
  const [, before, after] = oneStar.exec(pattern) ?? [];
  if (before !== undefined && after !== undefined)
    return (name) =>
      name.length >= before.length + after.length && name.startsWith(before) && name.endsWith(after);
  let places: readonly Place[] | undefined;
  return (name) => {
    places ??= placesOf([...pattern]);
    return matches(places, name);
  };
}

function placesOf(chars: readonly string[]): readonly Place[] {
  const places: Place[] = [];
  for (let i = 0; i < chars.length; i++) {
    const char = chars[i] ?? '';
    const end = char === '[' ? endOfSet(chars, i + 1) : -1;
    if (end !== -1) {
      places.push(setOf(chars.slice(i + 1, end)));
      i = end;
    } else if (char !== '*') places.push(char === '?' ? '?' : codeOf(char));
    else if (places.at(-1) !== '*') places.push('*');
  }
  return places;
}

/** The end of the set that begins at `start`, or -1 if it has none. A bracket right at the beginning is one of its characters. */
function endOfSet(chars: readonly string[], start: number): number {
  return chars.indexOf(']', start + (chars[start] === '!' ? 2 : 1));
}

/** A range that ends before it begins is empty. */
function setOf(chars: readonly string[]): CharacterSet {
  const negated = chars[0] === '!';
  const ranges: [number, number][] = [];
  for (let i = negated ? 1 : 0; i < chars.length; i++) {
    const isRange = chars[i + 1] === '-' && i + 2 < chars.length;
    const from = codeOf(chars[i] ?? '');
    const to = isRange ? codeOf(chars[i + 2] ?? '') : from;
    if (from <= to) ranges.push([from, to]);
    if (isRange) i += 2;
  }
  return { negated, ranges };
}

function codeOf(char: string): number {
  return char.codePointAt(0) ?? 0;
}

/** If characters do not match, only the last `*` takes one more: the others need not change. */
function matches(places: readonly Place[], name: string): boolean {
  let place = 0;
  let at = 0;
  let afterStar = -1;
  let starEnd = 0;
  while (at < name.length) {
    const wanted = places[place];
    const code = name.codePointAt(at) ?? 0;
    if (wanted === '*') {
      afterStar = ++place;
      starEnd = at;
    } else if (wanted !== undefined && matchesOne(wanted, code)) {
      place++;
      at += width(code);
    } else if (afterStar !== -1) {
      place = afterStar;
      starEnd += width(name.codePointAt(starEnd) ?? 0);
      at = starEnd;
    } else return false;
  }
  while (places[place] === '*') place++;
  return place === places.length;
}

function matchesOne(wanted: Exclude<Place, '*'>, code: number): boolean {
  if (typeof wanted === 'number') return wanted === code;
  return wanted === '?' || wanted.ranges.some(([from, to]) => from <= code && code <= to) !== wanted.negated;
}

/** How many units of a string a character takes. */
function width(code: number): number {
  return code > 0xffff ? 2 : 1;
}
