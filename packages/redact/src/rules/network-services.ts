import type { Rule } from '../rule.js';
import { base64Rest, notSecret, notToken, pattern, valueRest } from './fragments.js';

const r = String.raw;
const word = r`(?:"([^"\r\n]{1,256})|'([^'\r\n]{1,256})|([^\s\0"'#][^\s\0"']{0,255}))`;

/** Formats of services of networks: SNMP, RADIUS, name servers, time, wireless, VPN. */
export const networkRules: readonly Rule[] = [
  {
    id: 'snmp-community',
    keywords: [
      'rocommunity',
      'rwcommunity',
      'com2sec',
      'trapcommunity',
      'defcommunity',
      'authcommunity',
      'trapsink',
      'trap2sink',
      'informsink',
      'snmp-server community',
      'community',
    ],
    pattern: pattern(
      r`(?:r[ow]community6?[ \t]{1,16}|com2sec6?[ \t]{1,16}(?:-Cn[ \t]\w{1,32}[ \t]{1,8})?[\w.-]{1,64}[ \t]{1,16}[\w.:/-]{1,64}[ \t]{1,16}|(?:trap|def)community[ \t]{1,16}|authcommunity[ \t]{1,16}[\w,]{1,32}[ \t]{1,16}|(?:trap2?|inform)sink[ \t]{1,16}[\w.:-]{1,128}[ \t]{1,16}|snmp-server community[ \t]|(?<=snmp[\w."' -]{0,40})community(?:\\?["'])?[ \t]{0,4}[:=][ \t]{0,4}|community["']?[ \t]{0,4}[:=][ \t]{0,4}(?=["']))${word}`,
    ),
    allowed: /^(?:default|none|\$.*|\d{1,5}(?::\d{1,5})?)$/i,
    rest: valueRest,
    matches: [
      'rocommunity «s3cr» 10.0.0.0/8',
      'com2sec notConfigUser  default       «public1»',
      'trapsink 10.0.0.1 «comm»',
      'authCommunity log,execute «c1»',
      'defCommunity «c1»',
      'snmp_community: «c0mm»',
      '"community": "«x»"',
    ],
    others: ['the community is great', 'rocommunity', 'community: 64512:100'],
  },
  {
    id: 'snmp-user',
    keywords: ['createuser', 'usmuser'],
    pattern: pattern(
      r`(?:createUser[ \t]{1,8}(?:-e[ \t]\S{1,64}[ \t]{1,8})?\S{1,64}[ \t]{1,8}(?:MD5|SHA[\w-]{0,8})[ \t]{1,8}([^\r\n]{1,300}[^\s])|usmUser[ \t](?=\d)([^\r\n]{8,600}[^\s]))`,
    ),
    matches: [
      'createUser admin SHA «"auth pass" AES privpass»',
      'usmUser «1 3 0x80001f88 "u" "u" NULL .1.3 0xabc»',
    ],
    others: ['createUser admin', 'usmUser table'],
  },
  {
    id: 'radius-secret',
    keywords: [':1812', ':1813', ':1645', 'radius'],
    pattern: pattern(
      r`(?<=^[\w.-]{0,100})(?::(?:1812|1813|1645)|radius[\w.-]{0,64})[ \t]{1,16}([^\s=:]{4,128})(?=[ \t]{1,16}\d{1,3}[ \t]{0,8}(?:$|\S))`,
    ),
    allowed: notToken,
    matches: ['127.0.0.1:1812 «s3cret» 3', 'radius1.example.com    «testing123»   5'],
    others: ['h:1812 up 3', 'radius server 1'],
  },
  {
    id: 'tsig-key',
    keywords: [
      'hmac-',
      'IN KEY',
      'Key: ',
      'IN\tKEY',
      'PrivateExponent',
      'Prime1:',
      'Prime2:',
      'Exponent1:',
      'Exponent2:',
      'Coefficient:',
      'PrivateKey:',
    ],
    pattern: pattern(
      r`(?:hmac-(?:md5|sha\d{1,3}):[\w.-]{1,64}:|IN[ \t]{1,8}KEY[ \t]{1,8}\d{1,5} \d{1,3} (?:157|16[0-5]) |(?<=^)(?:Key|PrivateExponent|Prime1|Prime2|Exponent1|Exponent2|Coefficient|PrivateKey): )([\w+/]{10,1024}={0,2})(?![^\s"';])`,
    ),
    rest: base64Rest,
    entropy: 2.5,
    matches: [
      'dig -y hmac-sha256:k1:«aBcDeFgHiJkLmNo=» x',
      'k. IN KEY 512 3 157 «aBcDeFgHiJkLmNo==»',
      'Algorithm: 165\nKey: «aBcDeFgHiJkLmNo==»',
    ],
    others: ['algorithm hmac-sha256;', 'IN KEY x', 'Key: value'],
  },
  {
    id: 'time-key',
    keywords: [
      ' MD5 ',
      ' SHA1 ',
      ' SHA ',
      ' SHA256 ',
      ' SHA512 ',
      ' SHA384 ',
      ' M ',
      ' AES128 ',
      ' AES256 ',
      '\tMD5\t',
      '\tM\t',
      '\tSHA1\t',
    ],
    pattern: pattern(
      r`(?<=^[ \t]{0,8}\d{1,10}[ \t]{0,8})[ \t](?:MD5|SHA\d{0,3}|M|AES(?:128|256))[ \t]{1,8}((?:HEX:|ASCII:)?[^\s#]{4,256})(?=[ \t]{0,8}(?:$|#))`,
    ),
    matches: [
      '1 SHA1 «HEX:1DC764E0791B11FA67EFC7ECBC4B0D73F68A070C»',
      '10 M «a1b2c3d4»',
      ' 2 MD5 «secretkey»',
    ],
    others: ['2 M items here', 'x MD5 abcdef', '12 MD5 sums found'],
  },
  {
    id: 'wireless-key',
    keywords: [
      'psk',
      'wep-key',
      'wep_key',
      'wpa-psk',
      'key=s:',
      'KEY1=',
      'KEY2=',
      'wpa_psk',
      'sae_password',
      'key_passphrase',
    ],
    pattern: pattern(
      r`(?:(?<![a-z])psk(?:_?(?:key|value))?|wep[-_]key\d?|sae_password|key(?=(?:\d?)=s:)\d?|(?<=^)KEY[12](?==["']?(?:[0-9a-f]{10}|[0-9a-f]{26})["']?\s))(?:\\?["'])?(?:[ \t]{0,4}[=:][ \t]{0,48}|(?<=wpa-psk)[ \t]{1,8})(?:s:)?${word}`,
    ),
    allowed: new RegExp(`${notToken.source}|^WPA.*|.*;$|^\\(.*`, 'i'),
    rest: valueRest,
    matches: [
      '\tpsk="«my wifi pass»"',
      'psk=«a1b2c3d4e5»',
      'wpa-psk «hunter2x»',
      'wep-key0=«abcd1»',
      'WPA_PSK="«x y z»"',
      '802-11-wireless-security.psk:           «abcd1234»',
      'KEY=s:«abc12»',
    ],
    others: ['key-mgmt=wpa-psk', 'psk-flags=0', 'upsk 3', 'psk: <hidden>', 'KEY_MGMT=WPA-PSK'],
  },
  {
    id: 'ipsec-secret',
    keywords: [': PSK', ':PSK', ': XAUTH', ': EAP', ': RSA', ': ECDSA', ': PIN', ': NTLM', '\tPSK'],
    pattern: pattern(
      r`(?::[ \t]{0,4}|\t)(?:PSK|XAUTH|EAP|PIN|NTLM|RSA|ECDSA)[ \t]{1,8}(?:[^\s"]{1,64}[ \t]{1,4})?(?:"([^"\r\n]{1,256})|'([^'\r\n]{1,256})|(0[sx][\w+/=]{4,512}))`,
    ),
    matches: [
      '%any 1.2.3.4 : PSK "«x y»"',
      ': PSK «0sAbCdEf01»',
      "%any : PSK '«x y»'",
      'u : EAP "«p»"',
      ': RSA key.pem "«pw»"',
    ],
    others: [': PSK', 'a: RSA 2048 bits'],
  },
  {
    id: 'login-columns',
    keywords: ['login ', 'password '],
    pattern: pattern(
      r`(?:login[ \t\r\n]{1,8}[^\s]{1,128}[ \t\r\n]{1,8}password|(?<=machine[^\r\n]{0,200} )password)[ \t\r\n]{1,8}${word}`,
    ),
    allowed: notSecret,
    rest: valueRest,
    matches: ['machine h login u password «abc»', 'machine h\n  login u\n  password «abc»\n'],
    others: ['login and password', 'machine learning password'],
  },
  {
    id: 'proxy-login',
    keywords: [
      'login=',
      'stats auth',
      'insecure-password',
      'wsrep_sst_auth',
      'auth_user_pass',
      'requirepass',
      'user ',
    ],
    pattern: pattern(
      r`(?:login=[^\s:=]{1,64}:|stats auth[ \t]{1,8}[^\s:]{1,64}:|insecure-password[ \t]{1,8}|wsrep_sst_auth[ \t]{0,8}=[ \t]{0,8}["']?[^\s:"']{1,64}:|(?<=^[ \t]{1,16})user[ \t]{1,8}[\w.-]{1,64}[ \t]{1,8}password[ \t]{1,8})([^\s\0"']{1,256})`,
    ),
    allowed: notSecret,
    rest: valueRest,
    matches: [
      'cache_peer h parent 3128 0 login=u:«p1»',
      '  stats auth admin:«pw»',
      'user a insecure-password «pw»',
      'wsrep_sst_auth="u:«pw»"',
      '  user a password «$6$abcd»',
    ],
    others: ['login=PASS', 'stats auth', 'user a password'],
  },
  {
    id: 'key-statement',
    keywords: ['secret'],
    pattern: pattern(
      r`(?<=(?:^|[{;])[ \t]{0,16})secret[ \t]{1,8}(?:"([^"\r\n]{4,512})|([\w+/]{8,512}={0,2})(?=;))`,
    ),
    allowed: notToken,
    matches: ['key "k" { algorithm hmac-sha256; secret "«aBc123==»"; };', '  secret «aBcDeF123==»;'],
    others: ['secret "', '; secret service'],
  },
  {
    id: 'ppp-secret',
    keywords: [' * ', '\t* ', '\t*\t', ' *\t'],
    pattern: pattern(
      r`(?<=^["']?[a-z][\w.\\@-]{0,64}["']?[ \t]{0,16})[ \t]\*[ \t]{1,16}(?:"([^"\r\n]{1,128})|([^\s"*#(]{4,128})(?=[ \t]{1,16}(?:\*|\d{1,3}\.)))`,
    ),
    matches: ['bob\t*\t«s3cret»\t*', 'bob * "«a b»" *', 'bob  *  «pass1»  10.0.0.1'],
    others: ['0 * 12345 * *', 'a * b', ' * comment here *', 'Object * make(Object *other)'],
  },
  {
    id: 'x11-cookie',
    keywords: ['MIT-MAGIC-COOKIE'],
    pattern: pattern(r`MIT-MAGIC-COOKIE-1[ \t]{1,8}([0-9a-f]{16,64})`),
    matches: ['h/unix:0  MIT-MAGIC-COOKIE-1  «0123456789abcdef0123456789abcdef»'],
    others: ['MIT-MAGIC-COOKIE-1 data'],
  },
];
