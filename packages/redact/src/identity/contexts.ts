import type { Context } from './context.js';
import { contextsOfHosts } from './contexts-of-hosts.js';
import { contextsOfPeople } from './contexts-of-people.js';
import { longestName } from './name-token.js';
import { type Found, isLetterAt, isLetterBefore, lineBefore, type Place, type View } from './view.js';

/** All keys. */
export const contexts: readonly Context[] = [...contextsOfPeople, ...contextsOfHosts];

/** Finds the value after a key that starts at a place. */
export function valueAfter(
  { kind, before, behind, value, isValue, mapValue }: Context,
  view: View,
  { at, floor }: Pick<Place, 'at' | 'floor'>,
  map: (value: string) => string,
): Found | undefined {
  const text = view.text();
  let start = at;
  if (behind !== undefined) {
    const line = lineBefore(text, at);
    if (line === undefined || !behind.test(line) || at - line.length < floor) return undefined;
    start -= line.length;
  }
  if (before !== undefined) {
    before.lastIndex = at;
    if (!before.test(text)) return undefined;
    start = before.lastIndex;
  }
  value.lastIndex = start;
  const found = value.exec(text)?.[0] ?? '';
  const end = start + found.length;
  const isShort = found.length <= longestName || mapValue !== undefined;
  if (found === '' || !isShort || isValue?.(found) === false) return undefined;
  // Only a word of its own can be restored.
  if (isLetterBefore(view.bytes, start) || isLetterAt(view.bytes, end)) return undefined;
  return { start, end, text: mapValue?.(found, map) ?? map(found), kind };
}
