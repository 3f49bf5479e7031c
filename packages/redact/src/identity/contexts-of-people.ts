import { lowerAscii } from '../match/bytes.js';
import { isCommonUser, personParts } from './common-words.js';
import type { Context } from './context.js';

const userName = String.raw`[a-z_\x80-\xff](?:[\w.\x80-\xff-]{0,62}[\w$\x80-\xff])?`;
const userValue = new RegExp(`${userName}(?![\\w$-])`, 'iy');
const userBefore = (end: string): RegExp => new RegExp(`${userName}(?=${end})`, 'iy');
const endOfWord = String.raw`(?:[/\s"':;,)<\\]|$)`;

/** Whether a text names somebody, and not an account that many hosts have. */
export const isOwnUser = (text: string): boolean =>
  text.length > 2 && !isCommonUser(lowerAscii(text).replace(/\$$/, '')) && !/_[rtu]$/.test(text);

const users: readonly Omit<Context, 'kind' | 'isValue'>[] = [
  {
    starts: ['user'],
    before: /user(?:_?name)?(?:=["'<]?|"[ \t]{0,4}:[ \t]{0,4}")/iy,
    value: userValue,
  },
  {
    starts: ['user '],
    before: /(?<=(?:for|of|invalid|illegal|unknown) )user /iy,
    value: userBefore(String.raw`\(uid=| from | by |\.?(?:[\r\n]|$)`),
  },
  {
    starts: ['for '],
    before: /for (?:(?:invalid|illegal) user )?/iy,
    value: userBefore(String.raw` from (?:[\da-f]{0,4}[.:][\da-f.:]|\d{1,3}\.|\S{1,80} port \d)`),
  },
  {
    starts: ['acct', 'auid', 'euid', 'suid', 'uid', 'ruser', 'logname', 'login', 'samaccountname'],
    before:
      /(?:acct|auid|euid|suid|uid|ruser|logname|login|samaccountname)(?:=["']?|"[ \t]{0,4}:[ \t]{0,4}")/iy,
    value: userValue,
  },
  {
    starts: ['uid', 'gid', 'groups'],
    before: /(?:[ug]id|groups)=\d{1,10}\(/iy,
    value: userBefore(String.raw`\)`),
  },
  {
    starts: ['uid:', 'memberuid', 'samaccountname', 'login', 'user name'],
    before: /(?<=(?:^|[\n#]) {0,4})(?:uid|memberuid|samaccountname|login(?: name)?|user name): {1,16}/iy,
    value: userValue,
  },
  {
    starts: ['home/', 'users/', 'users\\'],
    before: /(?<=[/\\])(?:home\/|users[/\\]{1,2})/iy,
    value: userBefore(endOfWord),
  },
  {
    starts: ['mail/', 'crontabs/', 'cron/'],
    before: /(?<=\/(?:var|spool|cron)\/)(?:mail|crontabs|cron)\//iy,
    value: userBefore(endOfWord),
  },
  { starts: ['cron'], before: /crond?\[\d{1,10}\]: \(/iy, value: userBefore(String.raw`\) `) },
  {
    starts: ['sudo'],
    before: /sudo(?:\[\d{1,10}\])?: {1,16}/iy,
    value: userBefore(' : '),
  },
  // Sessions, as who, last and ps show them.
  {
    starts: ['pts/', 'tty'],
    behind: /^[^\s:+]{1,64} {1,40}(?:\d[\d. ]{5,60} )?$/,
    value: new RegExp(`${userName}(?= )`, 'iy'),
  },
  {
    starts: ['su:', 'su['],
    before: /su(?:\[\d{1,10}\])?: \(to \S{1,32}\) /iy,
    value: userBefore(' on '),
  },
];

const fullName = /[A-Z\x80-\xff](?:[^\s,:;"'<>=()]| (?=[^\s,:;"'<>=()])){1,64}/y;

const people: readonly Omit<Context, 'kind'>[] = [
  {
    starts: ['displayname', 'gecos', 'full', 'real'],
    before: /(?:displayname|gecos|(?:full|real)[ _-]?name)(?:=["']?|["']?::?[ \t]{1,16}["']?|":")/iy,
    value: fullName,
    isValue: (text) => personParts(text).length > 0,
  },
  {
    starts: ['name:'],
    before: /(?<=Login: \S{1,64}[ \t]{1,40})Name: /y,
    value: fullName,
    isValue: (text) => personParts(text).length > 0,
  },
  { starts: ['givenname', 'sn:', 'cn:'], before: /(?<=^|\n)(?:givenname|sn|cn): /iy, value: fullName },
  {
    starts: ['cn='],
    before: /cn=(?=[^\r\n=]{2,64},(?:[^\r\n]{0,200},)?dc=)/iy,
    value: fullName,
    isValue: (text) => personParts(text).length > 0,
  },
];

/** Keys of users and of people's names. */
export const contextsOfPeople: readonly Context[] = [
  ...users.map((each): Context => ({ ...each, kind: 'user', isValue: isOwnUser })),
  ...people.map((each): Context => ({ ...each, kind: 'people' })),
];
