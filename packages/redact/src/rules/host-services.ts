import type { Rule } from '../match/rule.js';
import { base64Rest, mixedCase, notSecret, notToken, pattern, valueRest } from './fragments.js';

const r = String.raw;
const indented = r`(?<=^[ \t]{0,16}(?:[#;][ \t]{0,2})?)`;

/** Formats of directories, databases, clusters, storage and management. */
export const serviceRules: readonly Rule[] = [
  {
    id: 'sssd-authtok',
    keywords: ['authtok'],
    pattern: pattern(r`(?<=ldap_default_)authtok[ \t]{0,16}[=:][ \t]{0,16}([^\r\n\0]{0,511}[^\s\0])`),
    matches: ['ldap_default_authtok = «bind pw»', 'ldap_default_authtok=«x»'],
    others: ['ldap_default_authtok_type = password', 'pam: set authtok = 1'],
  },
  {
    id: 'directory-password',
    keywords: [
      'rootpw',
      'bindpw',
      'userpassword',
      'unicodepwd',
      'dnpass',
      'adminpw',
      'default_pw',
      'krbprincipalkey',
      'ipanthash',
      'sambantpassword',
      'sambalmpassword',
      'bindcredential',
      'nsmultiplexorcredentials',
      'nsds5replicacredentials',
      'credentials',
      'ldap_bind_pw',
    ],
    pattern: pattern(
      r`(?:(?:olc|nsslapd-|ldap_|sudo_)?(?:rootpw|bindpw)|(?<=ldap_)bind_pw|userpassword|unicodepwd|dnpass|adminpw|default_pw|krbprincipalkey|ipanthash|samba(?:nt|lm)password|(?:nsmultiplexor|nsds5replica|bind)?credentials?)(?::{1,2}|[ \t]{0,8}=)[ \t]{0,8}["']?((?:\{[A-Z]|[^\s\0"'\[({])[^\s\0"']{0,511})`,
    ),
    allowed: notToken,
    unless: mixedCase,
    rest: valueRest,
    matches: [
      'olcRootPW: «x1»',
      'userPassword:: «e1NTSEF9YWJj»',
      'nsslapd-rootpw: «{PBKDF2_SHA256}AAA»',
      'mysqli.default_pw = «pw1»',
      'dnpass = «s1»',
    ],
    others: ['rootpw', 'userPassword: $x', 'credentials: true', 'cifs credentials=/etc/cifs.cred,uid=0'],
  },
  {
    id: 'registry-auth',
    keywords: ['"auth"', '"identitytoken"', '"registrytoken"', '_auth', '_authtoken'],
    pattern: pattern(
      r`(?:"(?:auth|identitytoken|registrytoken)"[ \t]{0,8}:[ \t\r\n]{0,16}"|(?<=[:\s])_auth(?:token)?[ \t]{0,4}=[ \t]{0,4}["']?)([\w+/=.~-]{8,2048})`,
    ),
    entropy: 2.3,
    rest: base64Rest,
    matches: [
      '"quay.io": {"auth": "«dXNlcjpwYXNz»"}',
      '//registry/:_authToken=«abc123-4d»',
      '\t_auth=«dXNlcjpwYXNz»',
    ],
    others: ['"auth": "basic"', '"auth": true', 'no_auth=abcdefgh'],
  },
  {
    id: 'pgpass',
    keywords: [':5432:', ':*:', ':6432:', ':5433:'],
    pattern: pattern(
      r`(?<=^[\w.*-]{1,128}):(?:5432|5433|6432|\*):[\w*.-]{1,64}:[\w*.-]{1,64}:([^\s:]{1,256})(?=[ \t]{0,4}$)`,
    ),
    allowed: /^[*x]$/,
    matches: ['localhost:5432:db:user:«pw1»', '*:*:*:postgres:«p»', 'h:5432:db:u:«x1»', 'h:5432:db:u:«1*»'],
    others: ['h:5432:db', 'a:*:b:c', 'h:5432:db:u:*', 'h:5432:db:u:x'],
  },
  {
    id: 'rsyslog-database',
    keywords: [':ommysql:', ':ompgsql:', '>ommysql', ':omelasticsearch:'],
    pattern: pattern(r`[:>]om(?:mysql|pgsql):[^\s,]{1,128},[^\s,]{1,64},[^\s,]{1,64},([^\s;,]{1,256})`),
    matches: ['*.* :ommysql:h,Syslog,u,«pw1»', '*.* :ompgsql:h,d,u,«pw»;tpl'],
    others: ['*.* >ommysql h', ':ommysql:h,db'],
  },
  {
    id: 'mail-login',
    keywords: [
      ']:587',
      ']:465',
      ']:25',
      ':587',
      ':465',
      '[smtp',
      '[mail',
      '[relay',
      'smtp.',
      'mail.',
      'relay.',
    ],
    pattern: pattern(
      r`(?:(?<=^\[?[\w.-]{1,128})\]?:(?:587|465|25)[ \t]{1,16}[^\s:]{1,128}:|(?<=^)(?:\[(?:smtp|mail|relay)[\w.-]{0,128}\]|(?:smtp|mail|relay)\.[\w.-]{1,128})[ \t]{1,16}(?!(?:smtp|lmtp|relay|uucp|error|discard|local|virtual|retry|defer)s?:)[^\s:]{1,128}:(?=[^\s:]{1,256}[ \t]{0,4}$))([^\s]{1,256})`,
    ),
    allowed: new RegExp(`${notSecret.source}|^\\d{1,5}$`, 'i'),
    matches: [
      '[smtp.example.com]:587 user@x:«pw1»',
      'h:465\tu:«p»',
      '[smtp.gmail.com] bob@gmail.com:«pw»',
      'smtp.example.com    bob:«pw»',
    ],
    others: [
      'h:587 up',
      '[h]:25',
      'mail.example.com smtp:relay.example.com',
      'mail.example.com port:993',
      'smtp.example.com said: 250 ok',
    ],
  },
  {
    id: 'samba-hash',
    keywords: [':aad3b435b51404ee', ':XXXXXXXXXXXXXXXX'],
    pattern: pattern(r`(?<=:\d{1,10}):(?:aad3b435b51404eeaad3b435b51404ee|X{32}):([0-9A-F]{32})(?=:)`),
    matches: [
      'u:1000:XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX:«0123456789ABCDEF0123456789ABCDEF»:[U          ]:LCT-1:',
    ],
    others: ['u:1000:XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX:x'],
  },
  {
    id: 'chap-secret',
    keywords: ['DHHC-1:'],
    pattern: pattern(r`(DHHC-1:0\d:[\w+/=]{20,200})`),
    rest: base64Rest,
    matches: ['--dhchap-secret=«DHHC-1:00:abcdefghijABCDEFGHIJ0123456789==»:'],
    others: ['DHHC-1:00:x'],
  },
  {
    id: 'disk-key',
    keywords: [' crypt ', 'master key', 'MK dump', 'volume key'],
    pattern: pattern(
      r`(?: crypt [\w:-]{3,64} ([0-9a-f]{32,256})(?= )|(?:MK|volume key) dump:[ \t]{0,8}((?:[0-9a-f]{2} ){8,64}[0-9a-f]{2}))`,
    ),
    allowed: /^0+$/,
    matches: [
      '0 204800 crypt aes-xts-plain64 «00112233445566778899aabbccddeeff» 0 253:0 4096',
      'MK dump:\t«00 11 22 33 44 55 66 77 88 99»',
      '0 1 crypt aes-xts-plain64 «00000000000000000000000000000001» 0',
      '0 1 crypt aes-xts-plain64 «10000000000000000000000000000000» 0',
    ],
    others: ['0 1 crypt aes-xts-plain64 00000000000000000000000000000000 0', 'a crypt function'],
  },
  {
    id: 'keytab-key',
    keywords: ['(0x', 'keytab'],
    pattern: pattern(
      r`(?=\(0x[0-9a-f]{16,128}\))(?<=[\w.-]@[\w.-]{1,128}(?:[^\w.\r\n-][^\r\n]{0,63})?)\(0x([0-9a-f]{16,128})`,
    ),
    matches: ['  2 host/h@EXAMPLE.COM (aes256-cts-hmac-sha1-96)  (0x«0123456789abcdef0123456789abcdef»)'],
    others: ['at (0x0123456789abcdef)', 'a@b (0x12)'],
  },
  {
    id: 'database-login',
    keywords: [
      ' using ',
      'connect to ',
      '-setcookie',
      'rabbitcookie',
      'erlang_cookie',
      'oauth_consumer',
      'consumer_key',
      'consumer.key',
      'consumer_secret',
      'candlepin.auth',
    ],
    pattern: pattern(
      r`(?:(?<=\b(?:connect|attach) to \w{1,32} user \w{1,32}) using |-setcookie[ ]{1,4}["']?|(?:rabbit|erlang_)cookie["']?[ \t]{0,4}[:=][ \t]{0,4}["']?|oauth_consumer_(?:key|secret)["']?[ \t]{0,4}[:=][ \t]{0,4}["']?|consumer[_.](?:key|secret)["']?[ \t]{0,4}[:=][ \t]{0,4}["']?|candlepin\.auth\.[\w.]{1,64}secret[ \t]{0,4}=[ \t]{0,4})([^\s\0"']{1,256})`,
    ),
    allowed: notSecret,
    rest: valueRest,
    matches: [
      'db2 connect to SAMPLE user db2inst1 using «pw1»',
      'erl -setcookie «ABCDEF»',
      'RabbitCookie: «ABCDEF»',
      'oauth_consumer_key: «abcD1»',
      'candlepin.auth.oauth.consumer.foreman.secret=«zX1»',
    ],
    others: ['connect to x using y', 'oauth_consumer_key: $key'],
  },
  {
    id: 'initial-login',
    keywords: ['list: |', 'root:', 'admin:', 'cloud-user:'],
    pattern: pattern(
      r`(?:(?<=chpasswd:\s{1,32}(?:expire: \w{1,8}\s{1,32})?)list: \|[-+]?\r?\n[ \t]{1,32}[\w.-]{1,32}:|(?<=chpasswd:\s{1,32}(?:expire: \w{1,8}\s{1,32})?list: \|[^\0]{1,300}\n[ \t]{2,32})[a-z\d-]{3,16}:)([^\s]{1,256})(?=[ \t]{0,4}$)`,
    ),
    allowed: /^(?:R|RANDOM)$/,
    matches: [
      'chpasswd:\n  list: |\n    root:«pw»\n',
      'chpasswd:\n  expire: false\n  list: |\n    bob:«x1»\n    root:«pw»\n',
    ],
    others: ['list: |\n  root:x', 'chpasswd:\n  list: |\n    root:RANDOM'],
  },
  {
    id: 'nagios-macro',
    keywords: ['$USER'],
    pattern: pattern(`${indented}${r`\$USER\d{1,3}\$=([^\s/][^\r\n]{0,200}[^\s])`}`),
    allowed: notSecret,
    matches: ['$USER3$=«s3cret»', '#$USER4$=«abc»'],
    others: ['$USER1$=/usr/lib64/nagios/plugins', 'echo $USER'],
  },
  {
    id: 'sysconfig-auth',
    keywords: ['auth=', 'auth:', 'auth"'],
    pattern: pattern(
      r`(?<=basic_|http|user|http_|proxy_|rediscli_|[?&])auth["']?[=:][ \t]{0,4}["']?(?:[\w.@-]{1,64}:)?([^\s\0"'&,;:]{4,256})`,
    ),
    allowed: notToken,
    unless: mixedCase,
    matches: [
      'session.save_path="tcp://h:6379?auth=«pw12»"',
      'HTTP_AUTH=u:«p4ss»',
      'REDISCLI_AUTH=«pw12»',
      'basic_auth: "u:«pw12»"',
    ],
    others: ['http_auth=basic', 'auth=md5', 'proxy_auth=no'],
  },
];
