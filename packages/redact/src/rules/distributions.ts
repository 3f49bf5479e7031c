import type { Rule } from '../match/rule.js';
import { notToken, pattern } from './fragments.js';

const r = String.raw;

/** Formats of tools that only some distributions have. */
export const distributionRules: readonly Rule[] = [
  {
    // A key of 32 bytes in base64. The public key of a peer has `public` in its name.
    id: 'netplan-key',
    keywords: ['key: ', 'shared: ', 'private: '],
    pattern: pattern(
      r`(?<=^[ \t]{1,32}(?:-[ ]{1,3})?)(?:key|shared|private):[ ]{1,4}["']?([A-Za-z0-9+/]{43}=)(?=["']?[ \t]{0,8}$)`,
    ),
    matches: [
      '      key: «4GgaQCy68nzNsUE5aJ9fuLzHhB65tAlwbmA72MWnOm8=»',
      "        - shared: '«7voRZ/ojfXgfPOlswo3Lpma1RJq7qijIEEUEMShQFV8=»'",
    ],
    others: [
      '          public-key: 7voRZ/ojfXgfPOlswo3Lpma1RJq7qijIEEUEMShQFV8=',
      '      key: 512',
      '      private: false',
    ],
  },
  {
    id: 'ifupdown-wireless-key',
    keywords: ['wireless-key', 'wireless_key'],
    pattern: pattern(
      r`(?<=^[ \t]{0,16})wireless(?:-key\d?[ \t]{1,8}|_key_\d=["']?)(?:s:)?([^\s"']{5,128})(?=["']?[ \t]{0,8}$)`,
    ),
    allowed: /^(?:restricted|\[\d\])$/i,
    matches: ['  wireless-key s:«abcde»', 'wireless-key1 «1234567890»', "WIRELESS_KEY_0='s:«abcde»'"],
    others: [
      '  wireless-key off',
      '  wireless-key restricted',
      "WIRELESS_KEY_0=''",
      'WIRELESS_KEY_LENGTH=128',
    ],
  },
  {
    id: 'landscape-registration-key',
    keywords: ['registration_key'],
    pattern: pattern(r`(?<=^[ \t]{0,16})registration_key[ \t]{0,8}=[ \t]{0,8}([^\s]{1,256})(?=[ \t]{0,8}$)`),
    matches: ['registration_key = «abc1»', 'registration_key=«x»'],
    others: ['registration_key =', 'the registration_key is wrong'],
  },
  {
    id: 'syslog-ng-password',
    keywords: ['password("', "password('"],
    pattern: pattern(
      r`(?<=^|[\s(){;])(?:key-)?password\(["']([^"'\s]{1,128})(?=["']\)[ \t]{0,4}(?:$|[;)]|[a-z_-]{1,32}\())`,
    ),
    allowed: notToken,
    matches: [
      'destination d { sql(username("u") password("«abc1»")); };',
      '  password("«abc1»")',
      "smtp(password('«abc1»') port(25))",
    ],
    others: ['x = password("Type it")', 'password("")'],
  },
];
