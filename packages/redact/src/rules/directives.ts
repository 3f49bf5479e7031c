import type { Rule } from '../match/rule.js';
import {
  inQuotes,
  keyEnd,
  mixedCase,
  notSecret,
  notText,
  notToken,
  passwordKey,
  pattern,
} from './fragments.js';

const r = String.raw;
/** The start of a line of configuration, also if it is commented out or added by a patch. */
const lineStart = r`^[ \t]{0,32}(?:[#;][ \t]{0,2}|\+)?`;
/** A value up to the end of a line. */
const toLineEnd = r`(?:${inQuotes}|([^\s\0"'=:,;{}()\[\]<>|#-][^\s\0"'=,;(){}]{2,511})(?=[ \t]{0,20}(?:;[ \t]{0,20})?(?:$|#)))`;

/** A value followed by nothing on its line, or by a comment. */
const alone = r`[ \t]{1,40}(?:${inQuotes}(?=["'][ \t]{0,8}(?:[;#<]|$))|(?!["'][^"'\r\n]{0,512}["'][ \t;]{0,8}$)(?!--)(?:([\w.+-]{1,512})(?=;[ \t]{0,20}$)|([^\s\0][^\s\0]{1,510})(?=[ \t]{0,20}$|[ \t]{1,20}[;#])|([^\s\0]{512})))`;
/** Text after a name of several words that shows code, prose or a list of packages. */
const other = r`(?:[=:,({<>|]|["']?(?:exec:|https?://|(?:\.{0,2}|~|file:)/)|(?:(?:de)?install|purge|new|string|[a-z]{1,24}[.,:]|\d{1,3}|(?:\d{1,2}:)?\d{1,5}\.\d[\w.+~-]{0,32}|\d{1,5}/(?:tcp|udp))[ \t]{0,8}$)`;
/** Verbs that begin the names of commands, and of directives that do not set a secret. */
const verbs =
  '(?:get|set|ask|read|show|make|create|delete|remove|change|reset|test|check|proxy|fastcgi|uwsgi|scgi|grpc|memcached|verify|print|gen|generate|forgot|has|is)';

/** Lines with a name and its value, and no sign between them. */
export const directiveRules: readonly Rule[] = [
  {
    id: 'directive',
    keywords: ['pass', 'rootpw', 'bindpw', '_pw', 'masterauth', 'secret'],
    pattern: pattern(
      r`(?<=${lineStart}(?:config[ ]|sentinel[ ])?(?:set[ ])?[\w.-]{0,40})(?:password|passwd|passphrase|(?<=auth_|require|key|sasl_|smtp_|ldap|bind|sentinel-)pass|rootpw|bindpw|(?<=[a-z])_pw|masterauth|secret)[ \t]{1,40}(?:(?:--iscrypted|--plaintext)[ \t]{1,4}|[05789][ \t])?${toLineEnd}`,
    ),
    allowed: notToken,
    unless: mixedCase,
    rest: r`^\s\0"';`,
    matches: [
      'requirepass «foo99bar»',
      'sentinel sentinel-pass «foo99bar»',
      'CONFIG SET requirepass "«foo99bar»"',
      '    auth_pass «1234ab»',
      'rootpw --iscrypted «$6$a$bcd1»',
      'bindpw "«top secret»"',
      'AuthLDAPBindPassword «s3cret»',
      ' secret «abc123»;',
    ],
    others: ['password requisite pam_unix.so', 'passwd files', 'passphrase is wrong 1', 'secret agents 5 x'],
  },
  {
    // Separate from `directive`: a name of several words is never prose, so a value of only letters or digits is a secret, too.
    id: 'named-directive',
    keywords: ['pass', 'secret', 'masterauth', 'rootpw', 'bindpw'],
    pattern: pattern(
      r`(?:(?<=${lineStart}|: (?:set )?)(?:masterauth|rootpw(?:[ \t]{1,8}--plaintext)?|bindpw)|(?<=${lineStart}[a-z][\w.-]{0,48})(?<!${lineStart}(?:${verbs}(?:[_-][\w.-]{0,48})?|g|nss_base_))(?!(?<=#[ ]?require)pass foobared)(?!(?<=(?:redis2?|postgres|drizzle|tarantool)_)pass[ \t]{1,40}[\w.:-]{1,64};)(?:${passwordKey}|secret|bindpw)(?![ \t]{1,40}${other}))${alone}|(?<=${lineStart}cachemgr_)passwd[ \t]{1,40}(?!disable)([^\s\0"'<$#]{2,256})(?=[ \t]{1,8}\w)`,
    ),
    allowed: notText,
    unless: mixedCase,
    rest: r`^\s\0`,
    matches: [
      '        auth_pass «1111»',
      'requirepass «foobared»',
      '# masterauth «word»',
      '+masterauth «word»',
      'rootpw\t\t«secret»',
      'rootpw --plaintext «redhat»',
      '    shared-secret "«mysecret»";',
      'OIDCClientSecret «saturn-dragon-winter»',
      'redis_pass «hunterfalcon»',
      '  ClientKeyPass "«two words»"',
      '\tmd5-password «hunterfalcon»;',
      'LDAPBindPW   «hunterfalcon»',
      'nslcd[1]: set bindpw «hunterfalcon»',
      'cachemgr_passwd «secret» shutdown',
    ],
    others: [
      // Every redis.conf has this comment.
      '# requirepass foobared',
      '  auth_pass $PASS',
      'requirepass is set here',
      'rootpw --lock',
      'the bindpw option',
      'rootpw <password>',
      'cachemgr_passwd disable all',
      'AuthLDAPBindPassword exec:/bin/pw',
      'base-passwd\t\t\tinstall',
      'base-passwd 3.6.1+b1',
      'kpasswd\t\t464/tcp',
      'get-password bob',
      'nss_base_passwd ou=people,dc=example?one',
      'fastcgi_pass 127.0.0.1:9000;',
      'redis2_pass backend;',
      'ProxyPass backend',
      '  copy-pass mode.',
      '\tBindPassword string',
      'a shared-secret scheme',
      'bypass hunterfalcon',
    ],
  },
  {
    id: 'variable-directive',
    keywords: ['pass', 'secret', 'token', 'api-key', 'api_key'],
    pattern: pattern(
      r`(?<=${lineStart}(?:setenv|(?:fastcgi|uwsgi|scgi)_param|(?:proxy|grpc)_set_header|RequestHeader[ \t]{1,8}(?:set|add|append)|set[ \t]{1,8}\$|env)[ \t]{0,16}[\w-]{0,40})(?:${passwordKey}|(?<=_)pass|secret|token|api[_-]key)${keyEnd}[ \t]{1,16}(?:${inQuotes}|([^\s\0"';{}]{1,512}))(?=["']?[ \t]{0,8}(?:;|$))`,
    ),
    allowed: notSecret,
    matches: [
      'SetEnv DB_PASSWORD "«pw»"',
      'SetEnv DB_PASS «pw»',
      '  fastcgi_param  DB_PASSWORD  «pw»;',
      'proxy_set_header X-Api-Key "«k»";',
      'proxy_set_header X-Auth-Token «k»;',
      'set $api_token "«k»";',
      'RequestHeader set X-Auth-Token "«k»"',
    ],
    others: [
      'proxy_set_header X-Auth-Token $http_x_auth_token;',
      'fastcgi_param PASSWORD_FILE /run/pw;',
      'set -o pass word',
      'set the password again',
      'env DB_PASSWORD',
    ],
  },
  {
    // The first lines of a routing configuration. The next line shows that they are not prose.
    id: 'router-password',
    keywords: ['password '],
    pattern: pattern(
      r`(?<=^hostname [\w.-]{1,64}\r?\n(?:!\r?\n)?)password (?:8 )?([^\s]{1,128})(?=[ \t]{0,4}$)`,
    ),
    matches: ['hostname bgpd\npassword «zebra»\n', 'hostname h\n!\npassword «zebra»'],
    others: ['enter the\npassword again\n', 'hostname h\npassword is set'],
  },
  {
    // A name of several parts with dots is a property, never prose.
    id: 'property-directive',
    keywords: ['password ', 'password\t', 'secret ', 'secret\t', 'token ', 'token\t'],
    pattern: pattern(
      r`(?<=^[ \t]{0,16}(?:option[ \t]{1,4})?[a-z][\w-]{1,24}\.[\w.-]{0,64})(?:password|secret|token)[ \t]{1,40}(?:${inQuotes}|([^\s\0"'][^\s\0]{1,511}))(?=["']?[ \t]{0,20}\r?$)`,
    ),
    allowed: notSecret,
    unless: mixedCase,
    matches: [
      'spark.ssl.keyPassword    «granite-hunter-falcon»',
      '    option auth.login.brick.password «1987092b-dd17»',
    ],
    others: ['the password rocket-purple', 'app.password is set', 'see man.secret $SECRET'],
  },
  {
    id: 'quoted-directive',
    keywords: ['pass'],
    pattern: pattern(
      r`(?<=^[ \t]{0,16})pass(?:word|wd|phrase)?[ \t]{1,16}${inQuotes}(?=["'][ \t]{0,8}(?:;[ \t]{0,8})?(?:$|</))`,
    ),
    allowed: notText,
    matches: [
      'password "«password»"',
      ' Password "«word»" </Node>',
      'Pass "«two words»"',
      "  passphrase '«two words»';",
    ],
    others: ['password "required"', 'password "x" is wrong', 'password ""'],
  },
  {
    // In nginx, the words at the end of the text to be hashed.
    id: 'secure-link',
    keywords: ['secure_link_md5'],
    pattern: pattern(r`secure_link_md5[ \t]{1,8}"(?:[^"\s]{0,200}[ ])?([^\s"$][^"\r\n$]{2,128})(?=")`),
    matches: ['secure_link_md5 "$secure_link_expires$uri «two words»";'],
    others: ['secure_link_md5 "$uri$secret";', 'secure_link_md5 on;'],
  },
];
