import type { Rule } from '../match/rule.js';
import { casedPattern, mixedCase, notSecret, pattern } from './fragments.js';

const r = String.raw;
const lineStart = r`(?<=^[ \t]{0,32}(?:export[ \t]|set[ \t]|[#;][ \t]{0,2})?`;
const sign = r`["']?[ \t]{0,8}[=:][ \t]{0,8}`;
const value = r`(?:"([^"\r\n\0]{1,512})(?=")|'([^'\r\n\0]{1,512})(?=')|([^\s\0"'][^\s\0]{0,511})(?=,?[ \t]{0,8}\r?$|[ \t]{1,8}[#;]))`;

/** Keys whose names have no pass, secret or token in them, at the start of a line. */
export const keyNameRules: readonly Rule[] = [
  {
    id: 'named-key',
    keywords: ['pw =', 'pw=', 'pw:', 'authkey', 'auth_key', 'hash_salt', 'skey', 'psk', 'encrypt'],
    pattern: pattern(
      lineStart,
      r`["']?(?:[\w.-]{0,48}[_.-])?)(?:pw|auth_?key|hash_salt|skey|psk|encrypt(?==| =))${sign}(?!true|false|yes|no)${value}`,
    ),
    allowed: new RegExp(
      `${notSecret.source}|^(?:WPA.*|(?:aes|des|tls|starttls|ssl|always|optional)[\\w-]*|\\d{1,4})$`,
      'i',
    ),
    unless: mixedCase,
    matches: [
      'hash_salt = «aGranite3x»',
      'authkey = «Granite3xyz»',
      'psk=«granitegranite»',
      'pw = «Granite3x»',
      'encrypt = "«pUqJrVyVRj5j=»"',
    ],
    others: ['encrypt = yes', 'psk=$PSK', 'pw: none', 'authkeys = 1', 'skeyfile = x'],
  },
  {
    id: 'license-key',
    keywords: ['license', 'licence', 'serial_key', 'product_key'],
    pattern: casedPattern(
      r`(?:[Ll]icen[sc]e|LICEN[SC]E|(?:[Ss]erial|SERIAL|[Pp]roduct|PRODUCT)(?=_))(?:[_-]?(?:[Kk]ey|KEY|[Cc]ode))?${sign}["']?((?=[^\s"']{0,64}\d)[A-Z0-9]{4,12}-[A-Z0-9]{4,12}-[A-Z0-9-]{4,64})(?![\w.-])`,
    ),
    matches: ['license = «AAAA-BBBB-1234-CCCC»', '"licenseKey": "«A1B2C-D3E4F-G5H6I»"'],
    others: [
      'License: permissive-autoconf-m4-no-warranty',
      'license: GPL-2.0-or-later',
      'License: BSD-3-Clause',
      'license=MIT',
    ],
  },
  {
    id: 'token-line',
    keywords: ['_token', '-token', '.token'],
    pattern: pattern(
      r`(?<=^[ \t]{0,8}[\w.-]{0,64})[_.-]token[ \t]{0,8}=[ \t]{0,8}([\w+/.=~]{1,128}-[\w+/.=~-]{1,256})(?=[ \t]{0,8}\r?$)`,
    ),
    allowed: notSecret,
    matches: ['slack_token = «abc-def-ghi»'],
    others: ['slack_token = abc', 'csrf_token = a - b'],
  },
  {
    id: 'table-pair',
    keywords: ['pass', 'secret', 'token', 'api_key'],
    pattern: pattern(
      r`(?<=^["']?[\w.-]{0,48})(?:pass(?:word|wd|phrase)|secret|token|api_key)["']?,(?:"([^",\r\n]{3,256})(?="[ \t]{0,4}\r?$)|(?!["'])(?=[^\s,]{0,64}\d)([^\s,"']{3,256})(?=[ \t]{0,4}\r?$))`,
    ),
    allowed: notSecret,
    matches: ['db_password,«Granite3x»', '"password","«Gra nite»"'],
    others: ['password,email', 'token,count,1'],
  },
  {
    id: 'xfrm-key',
    keywords: ['auth-trunc ', 'auth ', 'enc ', 'aead ', ', key ', 'authentication key', 'encryption key'],
    pattern: pattern(
      r`(?:(?<=^[ \t]{1,8})(?:auth-trunc|auth|enc|aead) [\w()-]{2,40} 0x([0-9a-f]{16,256})|(?<=PN \d{1,20}, state \w{2,3}), key ([0-9a-f]{16,64}))`,
    ),
    matches: [
      '\tauth-trunc hmac(sha256) 0x«0123456789abcdef01» 128',
      ' 0: PN 1, state on, key «0123456789abcdef01»',
    ],
    others: ['\tauth-trunc hmac(sha256) 128', 'the auth key'],
  },
];
