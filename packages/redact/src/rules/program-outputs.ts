import { type ColumnRow, columns, noValue, secretName } from './column-row.js';
import { foreignKey, foreignPassword, foreignSecret, rareForeign } from './fragments.js';

const r = String.raw;

const outputs = ['own/*'];

const processes = ['commands/ps', 'commands/ps_*', 'commands/pgrep_*', 'commands/pstree_*'];

/** Words for a password in the name of a value, in several languages. */
const passwordWord = r`(?:pass(?:word|wd|phrase|code)?|pwd?|secret|token|psk|hmac|credentials?|community|passwort|${foreignSecret}|${foreignPassword}|${rareForeign}|parola[._]chiave|mot[._ ]?de[._ ]?passe)`;

/** Words for a value that is one only if it looks like it. */
const keyWord = r`(?:key|seed|enable|cle|${foreignKey}|otp|salt|pin|puk|code|codice|kod)`;

/** Between a name and its value in a list: a sign, dots or blanks. */
const gap = r`(?:\s{0,24}[=:]\s{1,24}|\s?\.{2,40}\s|\s{2,40})`;

/** What can follow a value: nothing, a remark, or another column. */
const end = r`(?=\s*$|\s{1,4}\(|\s{3,})`;

/** Letters and digits or signs, not a path, an address, a date or a number with a unit. */
const odd = r`(?!\S*(?:://|/|@[\w-]+\.)|\d{4}-\d\d|\d+[a-z]{1,3}\s*$|0x\w{1,8}\s*$|[a-z]+-?\d{1,2}\s*$|\S+\.[a-z]{2,4}\s*$)(?=\S*\d)(?=\S*[a-z])\S{7,}`;

/** Outputs of programs, and lists of processes: what is a secret whatever its value. */
export const outputRows: readonly ColumnRow[] = [
  {
    doc: 'columns of tables that programs print',
    paths: outputs,
    table: true,
    line: columns(`^(?:${secretName}|hmac|${foreignSecret}|${rareForeign}|pin|token_\\w) $`, 'i'),
    allowed: noValue,
  },
  {
    doc: 'names with values that programs list',
    paths: outputs,
    line: columns(
      r`^\s{0,16}(?:\[[^\]]{1,24}\]\s{1,8})?(?:[\w.\x80-\xff-]{1,40}[ ]){0,2}(?:[\w.\x80-\xff-]{0,40}[._-])?(?:[\w-]{0,24}${passwordWord}${gap}(?!\d{1,3}\s*$|\d{4}-\d\d)(\S(?:.*?\S)?)|[a-z]{0,24}${keyWord}\w{0,16}${gap}(${odd}|\d{4,10}(?:-\d{3,6})?(?<=(?:code|codice|kod|pin|puk|cod)\w{0,16}${gap}\S{1,20})))${end}`,
      'i',
    ),
    allowed: noValue,
  },
  {
    doc: 'logins before a host, without the start of a URL',
    paths: [...outputs, ...processes],
    line: columns(
      r`(?<=[\s=])[a-z][\w-]{0,31}:(?=[^\s:@/]*\d)(?=[^\s:@/]*[a-z])([^\s:@/]{6,64})(?=@[a-z][\w-]*\.[\w.-]+(?:[\s:/]|$))`,
      'i',
    ),
    allowed: noValue,
  },
  {
    doc: 'codes below a line that names them',
    paths: outputs,
    within:
      /(?:recovery|backup|scratch|emergency|rescue|wiederherstellungs|notfall|r(?:e|\xc3\xa9)cup\S{1,8}|di recupero)[ -]?codes?\s*:$/i,
    line: columns(r`^\s+(?:\d{1,2}[.)]\s+)?([a-z\d]{4,}(?:-[a-z\d]{3,}){0,5})\s*$`, 'i'),
  },
  {
    doc: 'passphrases of several words in lists of processes',
    paths: processes,
    line: columns(
      r`(?:[ ]--?[\w.-]{0,40}(?:pass(?:word|wd|phrase|in|out)?|pwd|pw|secret|psk)(?:=|[ ])|\bpassword=|[ ]-[kwp][ ](?<=\b(?:openssl|ldap[a-z]{3,8}|gpg|zip|7za?|snmp[a-z]{3,8})\b.{0,300}))(?!["'/-])(?<!\b(?:mysql\w{0,8}|mariadb[\w-]{0,8}|mongo\w{0,8}|pg_\w{1,16}|psql)\b.{0,300})([^\s"'=/@:]{1,30}(?:[ ](?!-|(?:ssh|scp|sftp|rsync|sudo)[ ])[^\s"'=/@:.]{1,30}){1,6})(?=[ ]--?[a-z]|[ ][a-z]{1,16}=)`,
      'i',
    ),
    allowed: noValue,
  },
  {
    doc: 'logins as arguments in lists of processes',
    paths: processes,
    line: columns(
      r`(?<! user)[ ][a-z][\w-]{1,30}/(?!\S*@sha\d)(?=[^\s/@]*\d)(?=[^\s/@]*[a-z])([^\s/@]{6,64})(?=@[a-z][\w.-]*(?:\s|$))|[ ]-[ulU][ ][\w.@\\-]{1,40}[ ]-[pwPW][ ](?=\S*[\dA-Z!#$%^&*+~?])(?!\d{1,5}(?:\s|$)|/)(\S{5,64})|(?<=[ ][a-z][\w.-]{2,24}[ ])(?:(?=\S*\d)(?=\S*[A-Z])(?=\S*[a-z])([A-Za-z\d!#*^~?&$%+_-]{7,40})|([A-Za-z]{3,20}[!#*^~?][A-Za-z\d!]{1,20}))(?=\s|$)`,
    ),
    allowed: noValue,
  },
];
