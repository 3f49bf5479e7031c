import type { Rule } from '../match/rule.js';
import { base64Rest, pattern } from './fragments.js';

const r = String.raw;

/** Private keys, and key material within other files. */
export const privateKeyRules: readonly Rule[] = [
  {
    id: 'private-key',
    keywords: ['PRIVATE KEY', 'Private-Lines:', 'OpenVPN ', '<pkcs12>'],
    pattern: pattern(
      r`(?:(?<=(?:-----|---- )BEGIN [A-Z0-9 ]{0,40})PRIVATE KEY(?: BLOCK)?(?:-----| ----)|(?<=-----BEGIN )OpenVPN (?:Static key V1|tls-crypt-v2 (?:client|server) key)-----|(?<=^)<pkcs12>|(?<=^)Private-Lines: \d{1,4})`,
    ),
    block: true,
    matches: [
      '-----BEGIN RSA PRIVATE KEY-----\n«MIIEpAIBQ7M4Z9KX2WLP»\n«abcd+/=»\n-----END RSA PRIVATE KEY-----\nx',
      '  key: |\n    -----BEGIN PRIVATE KEY-----\r\n    «MIIEvQ»\r\n    -----END PRIVATE KEY-----\r\n',
      '{"k":"-----BEGIN EC PRIVATE KEY-----«\\nMIIEvQ\\nabcd=\\n»-----END EC PRIVATE KEY-----\\n"}',
      '-----BEGIN OPENSSH PRIVATE KEY-----\n«b3BlbnNz»',
      '-----BEGIN OpenVPN tls-crypt-v2 client key-----\n«b3BlbnNz»',
      '<pkcs12>\n«b3BlbnNz»\n</pkcs12>',
      'Private-Lines: 2\n«AAAA»\n«BBBB»\nPrivate-MAC: 00',
    ],
    others: [
      '-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----\nof a PRIVATE KEY',
      'BEGIN PRIVATE KEY',
      'the PRIVATE KEY-----',
    ],
  },
  {
    id: 'kubeconfig',
    keywords: ['client-key-data', 'tls.key', 'ssh-privatekey', 'id_rsa', '.dockerconfigjson', '.dockercfg'],
    pattern: pattern(
      r`(?:client-key-data|tls\.key|ssh-privatekey|id_rsa|\.dockerconfigjson|\.dockercfg)["']?[ \t]{0,4}:[ \t]{0,4}["']?([\w+/=-]{16,2048})`,
    ),
    entropy: 2.5,
    rest: base64Rest,
    matches: [
      '    client-key-data: «LS0tLS1CQm7TzR4kW9xLp2VbN8sYd3==»',
      '  tls.key: «LS0tLS1CQm7TzR4kW9xLp2VbN8sYd3==»',
    ],
    others: ['client-key-data: ""', 'client-key-data-of: LS0tLS1CRUdJTiBDRVJUSUZJ'],
  },
  {
    id: 'encoded-private-key',
    keywords: ['LS0tLS1CRUdJTiB'],
    pattern: pattern(
      r`(LS0tLS1CRUdJTiB(?:SU0EgUFJJVkFU|FQyBQUklWQVRF|PUEVOU1NIIFBS|QUklWQVRF|EU0EgUFJJVkFU|FTkNSWVBURUQg)[\w+/=]{8,3000})`,
    ),
    rest: base64Rest,
    matches: ['x: «LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVktLS0tLQ==»'],
    others: ['x: LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0t'],
  },
  {
    id: 'wireguard-key',
    keywords: ['PrivateKey', 'PresharedKey', 'private key:', 'preshared key'],
    pattern: pattern(
      r`(?:PrivateKey|PresharedKey|private key|preshared key)[ \t]{0,8}[=:][ \t]{0,8}([A-Za-z0-9+/]{43}=)`,
    ),
    matches: ['PrivateKey = «aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789aBcDeFg=»'],
    others: ['PrivateKeyOf = aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789aBcDeFg=', 'PrivateKey = '],
  },
  {
    // A key as a list of its bytes.
    id: 'network-key-bytes',
    keywords: ['network_key'],
    pattern: pattern(r`network_key["']?[ \t]{0,4}[:=][ \t]{0,4}\[([\dxa-f, ]{30,160})(?=\])`),
    matches: ['  network_key: [«1, 3, 5, 7, 9, 11, 13, 15, 0, 2, 4, 6, 8, 10, 12, 13»]'],
    others: ['network_key: GENERATE', 'network_key: [1, 2]'],
  },
];

/** Hashes of passwords: they allow guesses to be checked. */
export const hashRules: readonly Rule[] = [
  {
    id: 'crypt-hash',
    keywords: [
      '$1$',
      '$a$',
      '$2a$',
      '$2b$',
      '$2y$',
      '$5$',
      '$6$',
      '$7$',
      '$y$',
      '$gy$',
      '$apr1$',
      '$$apr1$$',
      '$$2y$$',
      '$sha1$',
      '$md5',
      '$argon2',
      '$scrypt$',
      '$pbkdf2',
      '$P$',
      '$8$',
      '$9$',
    ],
    pattern: pattern(
      r`(?<![\w$])(\$(?:\$(?=\w{2,4}\$\$))?(?:[1256789yP]|a(?=\$\d{3}\$(?!thisisacomb))|2[aby]|gy|apr1|sha1|md5(?:,rounds=\d{1,9})?|argon2\w{1,2}|scrypt|pbkdf2[\w-]{0,12})\$[\w./$,=+-]{8,512})`,
    ),
    entropy: 2.5,
    rest: r`\w./$,=+-`,
    matches: [
      'root:«$6$saltsalt$abcDEF0123456789./abcDEF»:19000:0',
      'rootpw --iscrypted «$1$ab$cdEFgh12345»',
      'u:«$apr1$ab12$cdEFgh12345»',
      "('bob', '«$P$BkZ3mQm7TzR4kW9xLp2VbN8sYd3HcJ6»')",
      'u:«$$apr1$$ab12$$cdEFgh12345»',
      '| bob | % | «$A$005$J6M84Pa9mCv6DxrECvXfGSO3chrD4gCJw74rY» |',
      '"«$2y$10$abcdefghijklmnopqrstuv»"',
    ],
    others: [
      // MySQL gives it to accounts that nobody can log in to.
      '| mysql.sys | $A$005$THISISACOMBINATIONOFINVALIDSALTANDPASSWORDTHATMUSTNEVERBRBEUSED |',
      'cost $6$',
      'awk $1$2',
      'x$6$saltsalt$abcDEF0123456789',
    ],
  },
  {
    id: 'grub-hash',
    keywords: ['grub.pbkdf2'],
    pattern: pattern(r`grub\.pbkdf2\.sha\d{1,3}\.([\w.]{16,1024})`),
    rest: r`\w.`,
    matches: ['password_pbkdf2 root grub.pbkdf2.sha512.«10000.0123456789ABCDEF.0123456789ABCDEF»'],
    others: ['grub.pbkdf2.sha512.x'],
  },
  {
    id: 'ansible-vault',
    keywords: ['$ANSIBLE_VAULT;'],
    pattern: pattern(r`\$ANSIBLE_VAULT;\d\.\d;AES256(?:;[\w.-]{1,64})?(?=\r?$)`),
    block: true,
    matches: ['x: !vault |\n  $ANSIBLE_VAULT;1.1;AES256\n  «4898555753264813»\n  «48985557»\ny: 1'],
    others: ['the header $ANSIBLE_VAULT;1.1 of a file'],
  },
  {
    id: 'postgres-hash',
    keywords: ['SCRAM-SHA-256$', '"md5', '| md5', '|md5', 'mysql_native_password'],
    pattern: pattern(
      r`(?:(SCRAM-SHA-256\$\d{1,9}:[\w+/=]{8,64}\$[\w+/=]{8,64}:[\w+/=]{8,64})|(?<=^"[^"\r\n]{1,64}"[ \t]{1,8})"(md5[0-9a-f]{32})(?=")|(?<=^[\w.-]{1,64})\|(md5[0-9a-f]{32})(?=\r?$)|(?<=^[ ]?\w{1,64} [\w| ]{0,200})\| (md5[0-9a-f]{32})(?=[ ]{0,128}(?:\||\r?$))|mysql_native_password[\s|'\"]{1,40}\*([\dA-F]{40})(?!\w))`,
    ),
    rest: base64Rest,
    matches: [
      '"u" "«SCRAM-SHA-256$4096:c2FsdHNhbHQ=$aGFzaGhhc2g=:c2VydmVya2V5»"',
      '"u" "«md55f4dc0a1b2c3d4e5f60718293a4b5c6d»"',
      'app | «md55f4dc0a1b2c3d4e5f60718293a4b5c6d»',
      'app|«md55f4dc0a1b2c3d4e5f60718293a4b5c6d»',
      '| mysql_native_password | *«0A1B2C3D4E5F60718293A4B5C6D7E8F90A1B2C3D» |',
      ' app      |    16384 | t | «md55f4dc0a1b2c3d4e5f60718293a4b5c6d» | ',
    ],
    others: ['SCRAM-SHA-256$x', '"file" : "md55f4dc0a1b2c3d4e5f60718293a4b5c6d"'],
  },
  {
    id: 'ldap-hash',
    keywords: [
      '{plain}',
      '{clear',
      '{ssha',
      '{sha',
      '{smd5}',
      '{md5}',
      '{crypt}',
      '{pbkdf2',
      '{aes',
      '{des}',
      '{xor}',
      '{scram',
    ],
    pattern: pattern(
      r`((?!\{(?:md5|sha256)\}[\da-f]{32,64}(?!\w))\{(?:s?sha(?:\d{3})?|s?md5|crypt|pbkdf2[\w-]{0,12}|aes[\w-]{0,8}|des|xor|scram-sha-\d{1,3})\}[\w+/=.$,-]{6,1024}|(?<![$%'\"]|[:=] )\{(?:plain|clear(?:text)?)\}[^\s:,;\"'<>]{4,128})`,
    ),
    rest: base64Rest,
    matches: [
      'userPassword: «{SSHA}abQm7TzR4kW9xLp2VbN8==»',
      'bob:«{PLAIN}Granite3x»:5000::',
      '<x p="«{xor}Lz4sLG8=»"/>',
    ],
    others: ['{SHA} digest', '{md5}', `content changed '{md5}${'0a'.repeat(16)}'`],
  },
];
