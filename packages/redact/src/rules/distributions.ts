import type { Rule } from '../match/rule.js';
import { pattern } from './fragments.js';

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
      '      key: «Qm7TzR4kW9xLp2VbN8sYd3HcJ6fGa5Xe1KuE0oiPwQm=»',
      "        - shared: '«Qm7Tz/R4kW9xLp2VbN8sYd3HcJ6fGa5Xe1KuE0oiPwQ=»'",
    ],
    others: [
      '          public-key: Qm7Tz/R4kW9xLp2VbN8sYd3HcJ6fGa5Xe1KuE0oiPwQ=',
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
];
