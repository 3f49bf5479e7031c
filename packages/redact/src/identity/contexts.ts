import { personParts } from './common-words.js';
import type { Context } from './context.js';
import { contextsOfHosts } from './contexts-of-hosts.js';
import { contextsOfUsers } from './contexts-of-users.js';
import { longestName } from './name-token.js';
import {
  type Found,
  isLetterAt,
  isLetterBefore,
  lineBefore,
  type Place,
  together,
  type View,
} from './view.js';

// In a distinguished name, a backslash precedes a comma.
const fullName = /[A-Z\x80-\xff](?:\\,|[^\s,:;"'<>=()/\\]| (?=[^\s,:;"'<>=()])){1,64}/y;
const isPerson = (text: string): boolean => personParts(text.replaceAll('\\,', '')).length > 0;

const people: readonly Omit<Context, 'kind'>[] = [
  {
    starts: ['displayname', 'gecos', 'full', 'real'],
    before: /(?:displayname|gecos|(?:full|real)[ _-]?name)(?:=["']?|["']?::?[ \t]{1,16}["']?|":")/iy,
    value: fullName,
    isValue: isPerson,
  },
  {
    starts: ['name:'],
    before: /(?<=Login: \S{1,64}[ \t]{1,40})Name: /y,
    value: fullName,
    isValue: isPerson,
  },
  // Beside a mail address.
  {
    starts: ['name ='],
    before: /name = (?=[^\n]{3,64}\n[ \t]{0,8}email = )/y,
    value: fullName,
    isValue: isPerson,
  },
  {
    starts: ['name"'],
    before: /(?<="email": ?"[^"\n]{1,80}", ?")name": ?"|name": ?"(?=[^"\n]{3,64}", ?"email")/y,
    value: fullName,
    isValue: isPerson,
  },
  { starts: ['givenname', 'sn:', 'cn:'], before: /(?<=^|\n)(?:givenname|sn|cn): /iy, value: fullName },
  {
    starts: ['cn=', 'cn ='],
    before: /cn ?= ?(?=[^\r\n=]{2,64}(?:,(?:[^\r\n]{0,200},)?dc=|[,/] ?emailaddress))/iy,
    value: fullName,
    isValue: isPerson,
  },
];

/** Keys of people's names. */
const contextsOfPeople: readonly Context[] = people.map((each): Context => ({ ...each, kind: 'people' }));

/** The keys of all kinds of identity. */
export const contexts: readonly Context[] = [...contextsOfUsers, ...contextsOfPeople, ...contextsOfHosts];

/** Maps the values of the key at a position. Returns undefined if the key has none. */
export function valueAfter(
  context: Context,
  view: View,
  place: Pick<Place, 'at' | 'floor'>,
  map: (value: string) => string,
): Found | undefined {
  const text = view.text();
  const range =
    context.behind === undefined ? rangeAfter(context, text, place.at) : rangeBefore(context, text, place);
  if (range === undefined) return undefined;
  const [start, end] = range;
  const { kind, isValue, mapValue, each } = context;
  const one = (from: number, to: number): Found | undefined => {
    const found = text.slice(from, to);
    if (found === '' || (found.length > longestName && mapValue === undefined)) return undefined;
    // Only a whole word can be restored.
    if (isLetterBefore(view.bytes, from) || isLetterAt(view.bytes, to)) return undefined;
    if (isValue?.(found) === false) return undefined;
    return { start: from, end: to, text: mapValue?.(found, map) ?? map(found), kind };
  };
  if (each === undefined) return one(start, end);
  const names = [...text.slice(start, end).matchAll(each)];
  return together(
    names.flatMap(({ 0: name, index }) => one(start + index, start + index + name.length) ?? []),
  );
}

type Range = readonly [start: number, end: number];

function rangeAfter({ before, value }: Context, text: string, at: number): Range | undefined {
  let start = at;
  if (before !== undefined) {
    before.lastIndex = at;
    if (!before.test(text)) return undefined;
    start = before.lastIndex;
  }
  if (value === undefined) return undefined;
  value.lastIndex = start;
  return value.test(text) ? [start, value.lastIndex] : undefined;
}

function rangeBefore(
  { behind, value }: Context,
  text: string,
  { at, floor }: Pick<Place, 'at' | 'floor'>,
): Range | undefined {
  const line = lineBefore(text, at);
  const [start, end] = (line !== undefined && behind?.exec(line)?.indices?.[1]) || [];
  if (line === undefined || start === undefined || end === undefined) return undefined;
  const lineStart = at - line.length;
  if (lineStart + start < floor) return undefined;
  if (value !== undefined) {
    value.lastIndex = at;
    if (!value.test(text)) return undefined;
  }
  return [lineStart + start, lineStart + end];
}
