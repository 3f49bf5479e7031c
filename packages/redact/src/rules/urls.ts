import type { Rule } from '../match/rule.js';
import { mixedCase, notSecret, notToken, pattern } from './fragments.js';

const r = String.raw;

/** Passwords in URLs and connection strings. */
export const urlRules: readonly Rule[] = [
  {
    id: 'url-password',
    keywords: ['://', ':\\/\\/'],
    pattern: pattern(
      r`:\\?/\\?/[^\s\0"'/@:<>?#\\]{0,128}:(?:((?:[^\s\0"'@<>\\/]|'(?=[\w%*.~()!@-])){1,1024}|[^\s\0"'@<>\\,]{1,1024})(?=@)|([^\s\0"'@<>\\/]{1024}))`,
    ),
    allowed: new RegExp(`${notSecret.source}|^\\d{1,5}[/?].*`, 'i'),
    unless: mixedCase,
    rest: r`^\s\0"'@<>\\/`,
    steps: 12_000,
    matches: [
      'postgres://u:«p4ss»@h/db',
      'redis://:«p4ss»@h:6379/0',
      'https://u:«p/x»@h/',
      'rabbit://a:«b1»@h1:5672,c:d@h2',
      '"amqp:\\/\\/u:«p»@h"',
      'mongodb://u:«p%40x»@h',
      "https://u:«it's)x»@h/",
    ],
    others: ['https://h:8080/a@b', 'ssh://git@github.com:22/x', 'http://h/x:y', 'https://u:$PW@h'],
  },
  {
    id: 'url-password-encoded',
    keywords: ['%3a%2f%2f'],
    pattern: pattern(
      r`%3a%2f%2f[^\s\0"'/@:<>?#\\%]{0,128}%3a((?:[^\s\0"'@:<>\\/%]|%(?!40|2f)){1,512})(?=%40)`,
    ),
    allowed: notSecret,
    unless: mixedCase,
    matches: ['url=https%3A%2F%2Fbob%3A«p%25x»%40h%2F'],
    others: ['url=https%3A%2F%2Fh%3A8080%2Fx'],
  },
  {
    id: 'login-without-scheme',
    keywords: ['=iscsi:', '_proxy=', '_proxy: '],
    pattern: pattern(
      r`(?:(?<=netroot)=iscsi:[^\s:@]{1,64}:|_proxy[=:][ ]?["']?[^\s:@/"']{1,64}:)([^\s@/"']{1,128})(?=@)`,
    ),
    allowed: notSecret,
    matches: ['netroot=iscsi:user:«pw»@192.168.1.1::3260', 'http_proxy=u:«pw»@proxy:3128'],
    others: ['http_proxy=proxy:3128', 'netroot=iscsi:@192.168.1.1::3260', 'https_proxy=http://h:1'],
  },
  {
    id: 'url-password-of-address',
    keywords: ['://'],
    pattern: pattern(r`://[\w.+%-]{1,64}@[\w.-]{1,128}:([^\s\0"'<>\\/]{1,256})(?=@[\w.-])`),
    allowed: notSecret,
    matches: ['https://bob@example.com:«p4#ss»@h.example.org', 'smtp://bob@example.com:«a@b»@h:587'],
    others: ['ssh://git@github.com:22/x@y', 'imap://bob@h:993 alice@h', 'https://bob@example.com:$PW@h'],
  },
  {
    // A token in place of a user, the password of a user of a domain, and a token as a part of a path.
    id: 'url-token',
    keywords: ['dsn"', 'dsn:', 'dsn=', 'dsn =', 'smb://', 'cifs://', '/t/'],
    pattern: pattern(
      r`(?:dsn["']?[ ]?[:=][ ]?["']?https?://((?=[\w-]{0,32}\d)[\w-]{24,128})(?=@)|(?:smb|cifs)://[\w.-]{1,32}\\{1,2}[\w.-]{1,64}:([^\s\0"'@/]{1,128})(?=@)|(?<=https?://[\w.:-]{1,128})/t/((?:tk-)?(?=[a-z]{0,32}\d)[a-z\d]{16,64})(?=/))`,
    ),
    allowed: notToken,
    unless: mixedCase,
    matches: [
      '"sentry_dsn": "https://«cbf59d52db7b20e8334bc9af622530b9»@o1.ingest.sentry.io/12345"',
      String.raw`smb://DOM\\bob:«silver7coffee»@printer/q`,
      'https://conda.example.com/t/«WfXzYckI8XwaRV4ukl5K»/get/main',
    ],
    others: ['dsn="https://deploy-user@h/x"', 'https://h/t/title-of-a-topic-1/5/', 'smb://bob@printer/q'],
  },
  {
    id: 'url-password-next',
    keywords: [',', ':5672,', ':11211,', ':27017,'].slice(1),
    pattern: pattern(r`:\d{4,5},[^\s\0"'/@:<>]{1,64}:([^\s\0"'@<>/]{1,128})(?=@)`),
    allowed: notSecret,
    matches: ['rabbit://a:b@h1:5672,c:«d1»@h2:5672/'],
    others: ['h1:5672,h2:5672', 'x:5672,y@z'],
  },
  {
    id: 'jdbc-login',
    keywords: [
      'jdbc:oracle',
      'oracle:thin',
      'sqlplus',
      'expdp',
      'impdp',
      'rman target',
      'sqlldr',
      'dsmadmc',
      'connect target',
      'connect catalog',
      'connect auxiliary',
      ' catalog ',
    ],
    pattern: pattern(
      r`(?:jdbc:oracle:\w{1,8}:|oracle:thin:|(?:sqlplus|expdp|impdp|rman target|sqlldr|connect (?:target|catalog|auxiliary)|(?<=\brman [^\r\n]{1,200}) catalog)[ ]{1,4}(?:-\w{1,4}[ ]{1,2})?["']?)[\w$#.-]{1,64}/["']?([^\s\0"'@/]{1,128})(?=["']?(?:@|[ \t]|$))`,
    ),
    allowed: notSecret,
    matches: [
      'jdbc:oracle:thin:scott/«tiger1»@h:1521:x',
      'sqlplus system/«manager1»@orcl',
      'sqlplus -s scott/«t1»',
      'rman target / catalog rman/«t1»@c',
      'CONNECT CATALOG rman/"«t1»"@c;',
    ],
    others: ['sqlplus / as sysdba', 'the catalog a/b', 'jdbc:oracle:thin:@h:1521'],
  },
  {
    id: 'query-secret',
    keywords: [
      '&key=',
      '?key=',
      '?code=',
      '&code=',
      '&auth=',
      '?auth=',
      'x-amz-signature=',
      'x-amz-credential=',
      '&token=',
      '?token=',
      '&signature=',
      '&state=',
      '?state=',
      'session_state=',
      'id_token=',
      'code_verifier=',
      'x-goog-signature=',
    ],
    pattern: pattern(
      r`(?:[?&](?:key|code|auth|token|signature)|x-amz-(?:signature|credential)|x-goog-signature|id_token|code_verifier(?==[\w%.~-]{0,64}\d)|session_state|[?&]state(?==[\w%.~-]{0,32}\d)(?==[\w%.~-]{12}))=([^\s\0"'&<>#\\]{8,1024})`,
    ),
    entropy: 2,
    allowed: new RegExp(`${notSecret.source}|^\\d{1,12}$`, 'i'),
    rest: r`\w%.~+/=-`,
    matches: ['https://h/x?key=«a1b2c3d4e5»&y=1', 'GET /?X-Amz-Signature=«0123456789abcdef»'],
    others: ['https://h/?key=1', 'a&code=404', 'https://h/x?code=12345678'],
  },
];
