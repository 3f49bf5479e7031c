const certain = [
  'version',
  'versions',
  'firmware',
  'microcode',
  'bios',
  'section',
  'oid',
  'objectidentifier',
];
const words = new Set([
  ...certain,
  ...'vers ver rev revision release fw build driver plugin kernel openssl'.split(' '),
]);
const code = (character: string): number => character.charCodeAt(0);
const between = new Set([' ', '\t', '"', "'", ':', '=', '(', '>'].map(code));
const longestWord = 16;
const widestGap = 24;

/**
 * Whether a word such as "version" precedes a position on its line, with at most one word between, or a comparison of versions. A word that
 * is itself replaced does not count: in the result it is another one, so that a number after it would not come back. Such a word ends at
 * `lastEnd`.
 */
export function followsVersion(text: string, at: number, lastEnd: number): boolean {
  let end = at;
  while (at - end < widestGap && between.has(text.charCodeAt(end - 1))) end--;
  const signs = text.slice(Math.max(0, end - 1), at).trim();
  if (signs.endsWith('=') && /^.?==$|[<>~]=$/.test(signs))
    return text[at - 1] === '=' || !signs.endsWith('==');
  if (end === lastEnd) return false;
  const last = wordBefore(text, end);
  if (last === '' || words.has(last)) return last !== '';
  const earlier = end - last.length - 1;
  return text[earlier] === ' ' && earlier !== lastEnd && certain.includes(wordBefore(text, earlier));
}

/** The letters before a position, in lower case; empty if no letter precedes it, or more than the longest word has. */
function wordBefore(text: string, end: number): string {
  let from = end;
  while (end - from <= longestWord && isLetter(text.charCodeAt(from - 1))) from--;
  return end - from > longestWord ? '' : text.slice(from, end).toLowerCase();
}

const isLetter = (character: number): boolean => {
  const small = character | 32;
  return small >= 97 && small <= 122;
};
