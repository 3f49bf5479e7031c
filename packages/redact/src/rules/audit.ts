import type { Rule } from '../match/rule.js';
import { pattern } from './fragments.js';

const r = String.raw;
const hex = (text: string): string => Buffer.from(text).toString('hex').toUpperCase();
const hexByte = '[0-9A-F]{2}';
/** In hexadecimal: a letter of another option before the wanted one. */
const letter = '(?:4[1-9A-F]|5[0-9A]|6[1-9A-F]|7[0-46-9A])';
/** Before `user:password`. Both are masked, because the password can contain a colon, too. */
const login = `(?:00|20|3D)?(?=(?:(?!00|20|3A)${hexByte}){1,64}3A)`;
/** In hexadecimal: one of the programs, a NUL or blank, and the option. */
const hexOption = (programs: readonly string[], option: string): string =>
  `(?:${programs.map(hex).join('|')})(?:${hexByte}){0,120}?(?:00|20)${hex('-')}${option}`;

/** The programs whose options are known here. */
const withOptions = [
  'mysql',
  'mariadb',
  'curl',
  'ldap',
  'redis-cli',
  'ipmitool',
  'mosquitto_',
  'zip',
  'openssl',
  'smbclient',
  'rpcclient',
];

/** Command lines in records of the audit system, which writes them in hexadecimal. */
export const auditRules: readonly Rule[] = [
  {
    id: 'audit-hex',
    keywords: ['70617373', '50415353', '746F6B656E', '736563726574'],
    pattern: pattern(
      r`(?<=(?:proctitle|cmd|data|a\d{1,3})=[0-9A-F]{0,400})(?:70617373|50415353|746F6B656E|736563726574)[0-9A-F]{0,24}?(?:(?:00|3D|3A|20)([0-9A-F]{2,1024})| a\d{1,3}="?([^\s"]{1,512}))`,
    ),
    rest: '0-9A-Fa-f',
    matches: [
      'proctitle=666F6F002D2D70617373776F726400«68756E74657232»',
      'a1=2D2D70617373776F72643D«68756E74657232»',
      'a1=2D2D70617373776F7264 a2="«hunter2»"',
    ],
    others: ['inode=70617373', 'proctitle=7061737373'],
  },
  {
    id: 'audit-hex-option',
    keywords: withOptions.map(hex),
    pattern: pattern(
      r`(?<=(?:proctitle|cmd|data)=(?:${hexByte}){0,200})(?:`,
      [
        hexOption(['mysql', 'mariadb'], hex('p')),
        hexOption(['curl'], `(?:(?:${letter}){0,3}${hex('u')}|${hex('-user')})${login}`),
        hexOption(['ldap'], `${hex('w')}(?:00|20)?`),
        hexOption(['redis-cli'], `${hex('a')}(?:00|20)?`),
        hexOption(['ipmitool', 'mosquitto_', 'zip'], `${hex('P')}(?:00|20)`),
        hexOption(['openssl'], `${hex('k')}(?:00|20)`),
        hexOption(['smbclient', 'rpcclient'], `${hex('U')}(?:00|20)?(?=(?:(?!00|20|25)${hexByte}){1,64}25)`),
      ].join('|'),
      `)((?:(?!00|20)${hexByte}){1,128})`,
    ),
    rest: '0-9A-Fa-f',
    matches: [
      'cmd=6D7973716C202D75726F6F74202D70«68756E7465723278» terminal=pts/0',
      'proctitle=6375726C002D7500«626F623A68756E7465723278»',
      'proctitle=6375726C002D736B7500«626F623A68756E7465723278»',
      'cmd=6C646170736561726368202D78202D7720«7077» res=success',
      'cmd=72656469732D636C69202D61«7077»2070696E67',
      'cmd=7A6970202D5020«7077»20612E7A6970',
      'proctitle=736D62636C69656E74002D5500«626F62257077»',
    ],
    others: [
      'cmd=6D7973716C202D70206462',
      'proctitle=6375726C002D7500626F62',
      'inode=6D7973716C202D7068756E7465723278',
    ],
  },
  {
    id: 'audit-hex-url',
    keywords: [hex('://')],
    pattern: pattern(
      r`(?<=(?:proctitle|cmd|data)=[0-9A-F]{0,400})3A2F2F(?=(?:(?!00|20|2F|40)${hexByte}){0,64}3A)((?:(?!00|20|2F|40)${hexByte}){1,192})(?=40)`,
    ),
    matches: ['proctitle=77676574006674703A2F2F«626F623A7077»40682F78'],
    others: ['proctitle=77676574006674703A2F2F683A3830', 'inode=3A2F2F623A707740'],
  },
];
