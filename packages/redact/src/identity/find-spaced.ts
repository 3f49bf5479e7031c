import { byteClass, smallOf } from '../match/bytes.js';
import type { KnownName } from './known-names.js';
import { longestName } from './name-token.js';
import { type Finder, isLetterAt, isLetterBefore, type MapName } from './view.js';

const isSign = byteClass(/[ _.-]/);
const signs = /[ _.-]/g;

/**
 * Finds keywords that have a space, hyphen, underscore or dot between letters where the given keyword has none or another one. They must be
 * whole words: the ends of two other words often have the same letters by chance.
 */
export function findSpaced(names: readonly KnownName[], map: MapName): Finder {
  const words = [
    ...new Set(names.filter(({ kind }) => kind === 'keyword').map(({ text }) => text.replace(signs, ''))),
  ].filter((word) => word.length > 4);
  if (words.length === 0) return () => undefined;
  const starts = new Set(words.flatMap((word) => [word.charCodeAt(0), word.toUpperCase().charCodeAt(0)]));
  return (view, { at, escaped }) => {
    const { bytes } = view;
    if (!starts.has(bytes[at] as number)) return undefined;
    if (!escaped && isLetterBefore(bytes, at)) return undefined;
    for (const word of words) {
      const end = endOf(word, bytes, at);
      if (end === undefined || end - at > longestName || isLetterAt(bytes, end)) continue;
      return { start: at, end, text: map(view.text().slice(at, end)), kind: 'keyword' };
    }
    return undefined;
  };
}

/** End of a word that starts at a position, with at most one sign between two of its letters. Undefined if it is not there. */
function endOf(word: string, bytes: Uint8Array, at: number): number | undefined {
  let end = at;
  for (let letter = 0; letter < word.length; letter++) {
    if (letter > 0 && isSign[bytes[end] as number] === 1) end++;
    const byte = bytes[end] as number;
    if (smallOf(byte) !== word.charCodeAt(letter)) return undefined;
    end++;
  }
  return end;
}
