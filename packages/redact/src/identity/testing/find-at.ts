import type { Finder, Found, Place } from '../view.js';

/** The value that a finder finds at the `^` in a text, or at its start. */
export function findAt(find: Finder, marked: string, place: Partial<Place> = {}): Found | undefined {
  const at = Buffer.byteLength(marked.slice(0, Math.max(0, marked.indexOf('^'))));
  const bytes = Buffer.from(`${marked.replace('^', '')}${'\n'.repeat(512)}`);
  const view = { bytes, text: () => bytes.toString('latin1') };
  return find(view, { at, escaped: false, lastEnd: -1, floor: 0, ...place });
}
