import { personParts } from './common-words.js';
import type { Context } from './context.js';

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
export const contextsOfPeople: readonly Context[] = people.map(
  (each): Context => ({ ...each, kind: 'people' }),
);
