import { isOwnUser } from './common-words.js';
import type { Context } from './context.js';

type UserContext = Omit<Context, 'kind' | 'isValue'>;

const name = String.raw`[a-z_\x80-\xff](?:[\w.\x80-\xff-]{0,62}[\w$\x80-\xff])?`;
const aName = new RegExp(`${name}(?![\\w$-])`, 'iy');
const nameBefore = (end: string): RegExp => new RegExp(`${name}(?=${end})`, 'iy');
/** The name in the line before a key. */
const inLine = (before: string, after: string): RegExp => new RegExp(`${before}(${name})${after}$`, 'di');
const eachName = new RegExp(`(?<![^\\s,\\\\])${name}(?=[\\s,@\\\\]|$)`, 'gi');
const endOfWord = String.raw`(?:[/\s"':;,)<\\]|$)`;
const address = String.raw`(?:[\da-f]{0,4}[.:][\da-f.:]|\d{1,3}\.)`;

const keys: readonly UserContext[] = [
  {
    starts: ['user'],
    before: /user(?:_?name)?(?:=["'<]?|"[ \t]{0,4}:[ \t]{0,4}"| \[)/iy,
    value: aName,
  },
  {
    starts: ['acct', 'auid', 'euid', 'suid', 'uid', 'ruser', 'logname', 'login', 'samaccountname', 'authid'],
    before:
      /(?:acct|auid|euid|suid|uid|ruser|logname|login|samaccountname|authid)(?:=["']?|"[ \t]{0,4}:[ \t]{0,4}")/iy,
    value: aName,
  },
  {
    starts: ['uid', 'gid', 'groups'],
    before: /(?:[ug]id|groups)=\d{1,10}\(/iy,
    value: nameBefore(String.raw`\)`),
  },
  {
    starts: [
      'uid:',
      'memberuid',
      'samaccountname',
      'login',
      'user name',
      'user login',
      'logon',
      'input name',
    ],
    before:
      /(?:(?<=(?:^|[\n#]) {0,4})(?:uid|memberuid|samaccountname|login(?: name)?|user (?:name|login))|logon (?:name|account)|input name): {1,16}/iy,
    value: aName,
  },
  { starts: ['user:'], before: /user: {1,16}/iy, value: nameBefore(String.raw`(?: \(\d|[\r\n]|$)`) },
  {
    starts: ['binddn', 'bind_dn', 'rootdn', 'authldapbinddn', 'ldap_default_bind_dn'],
    before: /(?:authldap|ldap_default_)?(?:bind_?|root)dn["']?[ \t]{0,8}[ \t:=][ \t]{0,8}["']?cn=/iy,
    value: nameBefore(','),
  },
  {
    starts: ['home/', 'users/', 'users\\'],
    before: /(?<=[/\\])(?:home\/|users[/\\]{1,2})/iy,
    value: nameBefore(endOfWord),
  },
  // Home directories as winbind names them.
  {
    starts: ['home/'],
    before: /(?<=\/)home\//y,
    value: new RegExp(`[A-Z][A-Z0-9-]{1,14}/${name}(?=${endOfWord})`, 'y'),
    each: /[^/]+/g,
  },
  {
    starts: ['mail/', 'crontabs/', 'cron/'],
    before: /(?<=\/(?:var|spool|cron)\/)(?:mail|crontabs|cron)\/(?!crontabs)/iy,
    value: nameBefore(endOfWord),
  },
  {
    starts: ['allowusers', 'denyusers', 'require user', 'proxy_auth'],
    before: /(?:(?:allow|deny)users|require user|proxy_auth)[ \t]{1,8}/iy,
    value: /[^\r\n#]{3,200}/y,
    each: eachName,
  },
  {
    starts: ['valid users', 'simple_allow_users', 'permitted-logins', 'user_alias'],
    before:
      /(?:valid users|simple_allow_users|permitted-logins|user_alias[ \t]{1,8}[A-Z_]{1,32})[ \t]{0,8}[=:][ \t]{1,8}/iy,
    value: /[^\r\n#]{3,200}/y,
    each: eachName,
  },
  { starts: ['defaults:'], before: /defaults:/iy, value: nameBefore('[ \t]') },
  { starts: ['all=', 'all ='], behind: inLine('^', '[ \t]{1,16}') },
  {
    starts: ['host', 'local'],
    before: /(?<=^|\n)(?:host(?:no|gss)?(?:ssl)?|local)[ \t]{1,16}\w{1,32}[ \t]{1,16}/iy,
    value: nameBefore(String.raw`[ \t]{1,16}(?:\d|::|samehost|samenet|all[ \t]|peer|ident|md5|scram|trust)`),
  },
  {
    starts: ['user '],
    before: /(?<=\n[ \t]{1,8}HostName [^\n]{1,80}\n[ \t]{1,8})user /iy,
    value: nameBefore('[\r\n]'),
  },
];

const messages: readonly UserContext[] = [
  {
    starts: ['user '],
    before: /(?<=(?:for|of|invalid|illegal|unknown|authenticating|from) )user ["']?/iy,
    value: nameBefore(String.raw`\(uid=| from | by | ${address}| \[preauth|["']|\.?(?:[\r\n]|$)`),
  },
  { starts: ["user: '"], before: /user: '/iy, value: nameBefore("'") },
  { starts: ['- user '], before: /- user /iy, value: nameBefore(':') },
  {
    starts: ['user '],
    before: /user /iy,
    value: nameBefore(`(?: from ${address}| not allowed|: authentication)`),
  },
  { starts: ['user ('], before: /(?<=for )user \(/iy, value: nameBefore(String.raw`\)`) },
  {
    starts: ['for '],
    before: /for (?:(?:invalid|illegal) user )?/iy,
    value: nameBefore(String.raw` from (?:${address}|\S{1,80} port \d)`),
  },
  {
    starts: ['changed for', 'keyring for', 'tty', 'user slice of'],
    before: /(?:changed for|keyring for|tty\S{1,8} (?:for|by)|user slice of) /iy,
    value: nameBefore(String.raw`[.,]?(?:[\r\n]|, A|$)`),
  },
  { starts: ['by '], before: /by /iy, value: nameBefore(String.raw`\(uid=`) },
  { starts: ['user: name', 'group: name'], before: /(?:user|group): name=/iy, value: nameBefore(',') },
  { starts: ["add '", "user '"], before: /(?:add|(?<=(?:delete|changed) )user) '/iy, value: nameBefore("'") },
  { starts: ["to '", 'to `'], before: /to ['`]/iy, value: nameBefore("['`]@") },
  { starts: ['cron'], before: /cron(?:d|tab)?\[\d{1,10}\]: \(/iy, value: nameBefore(String.raw`\) `) },
  { starts: ['list ('], before: /list \(/iy, value: nameBefore(String.raw`\)[\r\n]`) },
  { starts: ['sudo'], before: /sudo(?:\[\d{1,10}\])?: {1,16}/iy, value: nameBefore(' : ') },
  { starts: ['su:', 'su['], before: /su(?:\[\d{1,10}\])?: \(to \S{1,32}\) /iy, value: nameBefore(' on ') },
  {
    starts: ['sshd:'],
    before: /sshd: /iy,
    value: nameBefore(String.raw`(?: \[|@(?:pts|notty|tty|internal))`),
  },
  {
    starts: ['imap(', 'pop3(', 'lmtp(', 'lda('],
    before: /(?:imap|pop3|lmtp|lda)\(/iy,
    value: nameBefore('[)@]'),
  },
  { starts: ['orig_to=<'], before: /orig_to=</iy, value: nameBefore('>') },
  { starts: ['client_list,'], before: /client_list,/iy, value: nameBefore(',') },
  { starts: ['ok login'], behind: inLine(String.raw`\[`, String.raw`\] `) },
  {
    starts: [String.raw`\[`],
    before: /(?<=user \[[\w.-]{1,64}\])\\\[/y,
    value: nameBefore(String.raw`\]`),
  },
  { starts: ['- '], before: /- /y, value: nameBefore(String.raw` \[\d{1,2}\/[A-Z][a-z]{2}\/\d{4}:`) },
];

const number = String.raw` {1,20}\d{1,10}`;
/** Ids, sizes and shares of a process, but no address, which would not be looked at. */
const figures = String.raw`(?:\d{1,12}(?:\.\d{1,2})? {1,16}){2,7}`;
const started = String.raw`(?:(?:\d\d:\d\d|[A-Z][a-z]{2}\d\d) {1,10})?`;

const rows: readonly UserContext[] = [
  // Sessions and processes, as who, last, w, ps and loginctl show them.
  { starts: ['pts/', 'tty'], behind: inLine('^', String.raw`\+? {1,40}(?:${figures}${started})?`) },
  { starts: ['? '], behind: inLine('^', String.raw`\+? {1,20}${figures}${started}`) },
  {
    starts: ['pts/', 'tty', 'seat'],
    behind: inLine(String.raw`^ {0,16}\S{1,12} {1,16}\d{4,10} {1,16}`, String.raw` {1,40}(?:seat\d {1,16})?`),
  },
  // Processes, as top shows them.
  {
    starts: ['s  ', 'r  ', 'd  '],
    behind: inLine(
      '^ {0,7}\\d{1,10} ',
      ' {1,12}(?:rt|-?\\d{1,3}) {1,6}-?\\d{1,3}(?: {1,10}[\\d.]{1,10}[kmgtp]?){3} ',
    ),
  },
  // Failed logins, as faillock shows them.
  { starts: ['\nwhen '], behind: inLine('^', ':'), value: /\nWhen {2,40}Type {2,40}Source/y },
  // Requests in the log of a proxy.
  {
    starts: ['get ', 'post ', 'put ', 'head ', 'connect '],
    before: /(?<= (?:TCP|UDP|NONE)_?\w{0,40}\/\d{3} \d{1,12} )(?:GET|POST|PUT|HEAD|CONNECT) \S{1,1000} /y,
    value: nameBefore(String.raw` [A-Z_]{4,32}\/`),
  },
  // The owner and the group of a file.
  {
    starts: ['-rw', '-r-', '---', 'drw', 'dr-', 'd--', 'lrw', 'crw', 'brw', 'srw', 'prw'],
    before: /[-bcdlps](?:[r-][w-][xsS-]){2}[r-][w-][xtT-][.+@]? {1,8}\d{1,8} {1,8}/y,
    value: /\S{3,64} {1,32}\S{3,64}(?= )/y,
    each: eachName,
  },
  // Open files.
  {
    starts: ['dir ', 'reg ', 'chr ', 'fifo', 'unix', 'ipv4', 'ipv6', 'sock', 'a_in', 'netl'],
    behind: inLine(String.raw`^\S{1,16}${number}(?:${number})? {1,20}`, String.raw` {1,16}\w{2,6} {1,16}`),
  },
];

/** Keys and rows that show user names. */
export const contextsOfUsers: readonly Context[] = [...keys, ...messages, ...rows].map(
  (each): Context => ({ ...each, kind: 'user', isValue: isOwnUser }),
);
