import { smallOf } from '../match/bytes.js';
import { contexts, valueAfter } from './contexts.js';
import type { KnownName } from './known-names.js';
import { longestName, tokenLetters } from './name-token.js';
import {
  code,
  type Finder,
  type Found,
  type IdentityKind,
  isAlphanumeric,
  isAsciiLetter,
  isLetterAt,
  isLetterBefore,
  type MapName,
  type Place,
  type View,
} from './view.js';

interface Node {
  readonly next: Map<number, Node>;
  readonly names: KnownName[];
}

const dash = code('-');
const underscore = code('_');
const dot = code('.');
const isJoined = (byte: number | undefined): boolean => byte === dash || byte === underscore;

/** The keys that announce values of these kinds, as names to look for. */
export const keysOf = (kinds: readonly IdentityKind[]): KnownName[] =>
  contexts
    .filter(({ kind }) => kinds.includes(kind))
    .flatMap((context) => context.starts.map((text): KnownName => ({ text, kind: context.kind, context })));

/**
 * Finds the longest known name that starts at a place. The value found can be longer: a domain with the labels before it, a keyword with
 * the word around it.
 */
export function findNames(names: readonly KnownName[], map: MapName): Finder {
  const root: Node = { next: new Map(), names: [] };
  for (const name of names) insert(root, name);
  // An array for the first byte, which rules out most places.
  const first = [...Array(256).keys()].map((byte) => root.next.get(smallOf(byte)));
  return (view, place) => {
    const { bytes } = view;
    let node = first[bytes[place.at] as number];
    if (node === undefined) return undefined;
    let found: Found | undefined;
    for (let end = place.at + 1; node !== undefined; end++) {
      for (const name of node.names) found = accepted(view, place, { name, end, map }) ?? found;
      node = node.next.get(smallOf(bytes[end] ?? 0));
    }
    return found;
  };
}

function insert(root: Node, name: KnownName): void {
  let node = root;
  for (const byte of Buffer.from(name.text, 'latin1')) {
    const next: Node = node.next.get(byte) ?? { next: new Map(), names: [] };
    node.next.set(byte, next);
    node = next;
  }
  node.names.push(name);
}

interface Candidate {
  readonly name: KnownName;
  readonly end: number;
  readonly map: MapName;
}

function accepted(view: View, place: Place, candidate: Candidate): Found | undefined {
  const { name, end, map } = candidate;
  const { bytes } = view;
  const { at, escaped } = place;
  if (name.context !== undefined) return valueAfter(name.context, view, place, map);
  if (name.kind === 'keyword') return wordAround(view, place, candidate);
  if ((!escaped && isLetterBefore(bytes, at)) || isLetterAt(bytes, end)) return undefined;
  if (name.keptLabels !== undefined) return fullName(view, place, candidate);
  const text = view.text().slice(at, end);
  if (name.exact !== undefined && (text !== name.exact || isPartOfName(bytes, place, end))) return undefined;
  if (name.capital && !/^[A-Z\x80-\xff]/.test(text)) return undefined;
  return { start: at, end, text: map(text), kind: name.kind };
}

/** True if a name is joined to others. Such a user name, if also a word, is often part of a package name or the like. */
const isPartOfName = (bytes: Uint8Array, { at, escaped }: Place, end: number): boolean =>
  isJoined(bytes[end]) ||
  (bytes[end] === dot && isLetterAt(bytes, end + 1)) ||
  (!escaped && (isJoined(bytes[at - 1]) || (bytes[at - 1] === dot && isLetterBefore(bytes, at - 1))));

/** Replaces the whole word around a keyword, because only whole words can be restored. */
function wordAround({ bytes, text }: View, { at, escaped, lastEnd }: Place, { end, map }: Candidate): Found {
  let from = at;
  let to = end;
  while (!escaped && from > lastEnd && end - from < longestName && isLetterBefore(bytes, from)) from--;
  while (to - from <= longestName && isLetterAt(bytes, to)) to++;
  const whole = to - from <= longestName && (escaped || !isLetterBefore(bytes, from));
  const start = whole ? from : at;
  const last = whole ? to : end;
  return { start, end: last, text: map(text().slice(start, last)), kind: 'keyword' };
}

const isLabelByte = new Uint8Array(256).map((_, byte) =>
  isAlphanumeric[byte] === 1 || isJoined(byte) || byte === dot ? 1 : 0,
);
const longestFullName = 253;

/** Replaces a domain and the labels before it, label by label. */
function fullName(
  view: View,
  { at, escaped, floor }: Place,
  { name, end, map }: Candidate,
): Found | undefined {
  const { bytes } = view;
  const after = bytes[end];
  if (isJoined(after) || (after === dot && isLetterAt(bytes, end + 1))) return undefined;
  let start = at;
  if (bytes[at - 1] === dot) {
    const first = Math.max(floor, end - longestFullName);
    while (start > first && isLabelByte[bytes[start - 1] as number] === 1) start--;
    if (isLabelByte[bytes[start - 1] ?? 0] === 1 || isLetterBefore(bytes, start))
      start = view.text().indexOf('.', start) + 1;
  } else if (!escaped && isJoined(bytes[at - 1])) return undefined;
  const labels = view.text().slice(start, end).split('.');
  const kept = labels.length - (name.keptLabels ?? 0);
  return {
    start,
    end,
    text: labels.map((label, at) => (at < kept ? mapLabel(label, map) : label)).join('.'),
    kind: 'host',
  };
}

// Service labels, such as _ldap, are the same everywhere.
const mapLabel = (label: string, map: MapName): string =>
  label === '' || label.startsWith('_') || label.length > longestName ? label : map(label);

/** Finds the tokens of names, which are whole words of letters. */
export const findTokens =
  (unmap: (token: string) => string | undefined): Finder =>
  (view, { at, escaped }) => {
    const { bytes } = view;
    if (!escaped && isLetterBefore(bytes, at)) return undefined;
    let end = at;
    while (end - at <= tokenLetters.most && isAsciiLetter[bytes[end] ?? 0] === 1) end++;
    // A letter beyond ASCII can follow the domain of a mail address without a blank.
    if (
      end - at < tokenLetters.least ||
      end - at > tokenLetters.most ||
      isAlphanumeric[bytes[end] ?? 0] === 1
    )
      return undefined;
    const text = unmap(view.text().slice(at, end));
    return text === undefined ? undefined : { start: at, end, text, kind: 'host' };
  };
