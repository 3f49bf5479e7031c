import { byteClass, smallOf } from '../match/bytes.js';
import { isOwnUser } from './common-words.js';
import type { KnownName } from './known-names.js';
import { longestName } from './name-token.js';
import {
  type Finder,
  type Found,
  type IdentityKind,
  isLetterAt,
  isLetterBefore,
  lineBefore,
  type MapName,
  together,
} from './view.js';

const isSign = byteClass(/[ _.-]/);
const signs = /[ _.-]/g;

const colon = 58;
// A domain and a plus sign may precede the account. Domains with another sign are found at their sign.
const accountName = /^(?:([A-Z][A-Z0-9-]{1,14})\+)?([a-z_\x80-\xff][\w.\x80-\xff-]{0,62}\$?)$/d;
const signedName = /^[\w.\x80-\xff-]{1,64}[\\@][\w. \x80-\xff-]{1,64}$/;
const passwd = /:[x*!]:(\d{1,10}):\d{1,10}:([^:\r\n]{0,200}):/dy;
const group = /:[x*!]:\d{1,10}:([\w.,\x80-\xff-]{3,200})(?=[\r\n]|$)/dy;
const firstUser = 1000;
const nobody = 65534;

/** Finds people's accounts in rows of passwd and group, also as a directory service prints them. Asked at the colon after the name. */
export const findRows =
  ({ user, people }: { readonly user: boolean; readonly people: boolean }, map: MapName): Finder =>
  (view, { at, floor }) => {
    if (view.bytes[at] !== colon) return undefined;
    const text = view.text();
    const line = lineBefore(text, at);
    if (line === undefined || at - line.length < floor) return undefined;
    const one = (kind: IdentityKind, start: number, name: string): Found[] =>
      name.length > longestName ? [] : [{ start, end: start + name.length, text: map(name), kind }];
    const ownUser = (start: number, name: string): Found[] =>
      user && isOwnUser(name) ? one('user', start, name) : [];
    const account = accountName.exec(line);
    if (account === null && !signedName.test(line)) return undefined;
    passwd.lastIndex = at;
    const row = passwd.exec(text);
    if (row !== null) {
      if (!isPerson(Number(row[1]))) return undefined;
      const [, domain = '', name = ''] = account ?? [];
      const names = [
        ...(user && domain !== '' ? one('user', at - line.length, domain) : []),
        ...ownUser(at - name.length, name),
      ];
      const [start = 0] = row.indices?.[2] ?? [];
      return together([...names, ...(people ? fields(start, row[2] ?? '', one) : [])]);
    }
    group.lastIndex = at;
    const members = user ? group.exec(text) : null;
    const [start = 0] = members?.indices?.[1] ?? [];
    return together(listed(start, members?.[1] ?? '', ownUser));
  };

const isPerson = (id: number): boolean => id >= firstUser && id !== nobody;

function listed(
  from: number,
  list: string,
  found: (start: number, name: string) => readonly Found[],
): Found[] {
  let start = from;
  return list.split(',').flatMap((each) => {
    const values = found(start, each);
    start += each.length + 1;
    return values;
  });
}

/** Values in the fields of a comment: a name, a room or a telephone number. */
const fields = (
  from: number,
  comment: string,
  one: (kind: IdentityKind, start: number, name: string) => readonly Found[],
): Found[] =>
  listed(from, comment, (start, field) => {
    const text = field.trim();
    return text.length < 2 ? [] : one('people', start + field.indexOf(text), text);
  });

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
