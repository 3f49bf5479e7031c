import type { Rule } from '../match/rule.js';
import {
  bare,
  casedPattern,
  equalSign,
  inQuotes,
  keyEnd,
  mixedCase,
  notSecret,
  notToken,
  passwordKey,
  pattern,
  quoted,
  separator,
  value,
  valueRest,
  yamlBlock,
} from './fragments.js';

const r = String.raw;
const keyName = r`(?<=(?:api|jwt|fernet|access|secret|private|encryption|auth|authorization|account|shared|signing|master|consumer|app|application|hmac|aes|crypt|cipher|admin|service|storage|session|wep|license|activation|deploy|client|preshared|security|host|rndc|omapi|eap)[_.-]?)key`;
/** The start of a line that sets something. */
const lineStart = r`(?<=^[ \t]{0,32}(?:export[ \t]|set[ \t]|setenv[ \t]|[#;][ \t]{0,4})?[\w.:/-]{0,64}(?:\[['"]?)?)`;

/** A tag or an anchor of YAML before a value. */
const yamlTag = r`:[ ](?:!{1,2}(?!vault)[a-z]{1,16}|&\w{1,32})[ ]`;
const tripleQuotes = r`[ ]?=[ ]?(?:""(?=")|''(?='))`;
/** A key alone on its line, with its value on the next one. */
const nextLineKey = r`^[ \t]{0,40}(?:- )?["']?[\w.-]{1,64}`;

/** What follows a value without quotes; not the end of a word such as "don't". */
const bareEnd = r`(?=[ \t]{0,8}(?:$|[,;&<>)}\]\\"|\0]|#)|'(?!t[ ]))`;

/** Keys with their values, in the forms of configuration, JSON, YAML, code and logs. */
export const keyValueRules: readonly Rule[] = [
  {
    id: 'password-line',
    keywords: ['pass', 'pwd', 'secret'],
    pattern: pattern(
      lineStart,
      r`(?:${passwordKey}|(?<![a-z])pwd|secret)${keyEnd}[ \t]{0,16}=[ \t]{0,16}(?![^\r\n]{0,200}[ ,;&]\w{1,32}=)([^\s\0"'=>\[({$<#][^\r\n\0]{0,1022}[^\s\0;,]|[^\s\0"'=>\[({$<#])`,
    ),
    allowed: notSecret,
    rest: r`^\r\n\0`,
    matches: [
      'DB_PASSWORD=«s3cr;et,w&rd»',
      'export MYSQL_PWD=«hunter2x»',
      'password = «two words 1»',
      '  secret=«a"b c»\r\n',
    ],
    others: [
      'PASS_MAX_DAYS=99999',
      'PWD=/root',
      'password = $DB_PASSWORD',
      'password_file = /etc/secret',
      'password=',
    ],
  },
  {
    id: 'password',
    keywords: ['pass', 'pwd'],
    pattern: pattern(
      r`(?:${passwordKey}|(?<![a-z]|old)pwd|(?<=user|db|_)pwd)${keyEnd}(?:${yamlTag}(?:${quoted}|${bare})|${tripleQuotes}${inQuotes}|${equalSign}${value}|${separator}(?:${quoted}|${yamlBlock}|${bare}${bareEnd}|(?=[^\s]{0,64}[\d!@#$%^&*+])(?!\d{1,3}[ \t.])${bare})|(?=["']?:[ \t]{0,4}\r?\n)(?<=${nextLineKey})["']?:[ \t]{0,4}\r?\n[ \t]{2,64}(?:"([^"\r\n\0]{1,512})(?=",?[ \t]{0,4}$)|(?=[^\s]{0,64}[\d!@$%^&*+])([^\s\0:"'{}\[\]|>#,-][^\s\0:"'{}\[\]]{2,512})(?=[ \t]{0,4}$))|(?:%22%3A%22|%3D)([^\s\0"'%&<>]{1,512}))`,
    ),
    allowed: notSecret,
    rest: valueRest,
    matches: [
      '{"password":"«a\\"b»","x":1}',
      'user=x password=«hunter2» host=y',
      "'db_passwd' => '«q w»',",
      'password: «hunter2»',
      '{\\"password\\":\\"«x1y2»\\"}',
      'password: |\n  «abc123»',
      'password:\n  «abc123»',
      '  "password":\n    "«abc»",',
      "password: !unsafe '«pw»'",
      "cat: 'password: !unsafe '\\''«pw»'\\''': No such file",
      'password: !!str «pw»',
      'password: &pw «hunter»',
      "PASSWORD=$'«pw»'",
      'password = """«pw»"""',
      '%22password%22%3A%22«pw»%22',
      "CREATE LOGIN b WITH PASSWORD = N'«pw»'",
      'Server=h;Uid=u;Pwd=«pw1»;Database=d',
      'https://h/login?user=u&password=«pw1»&x=1',
      '802-1x.private-key-password:            «pw1»',
      'dbPassword="«geheim»"',
      String.raw`ls: cannot access 'x, DB_PASSWORD='\''«hunter2»'\'';'`,
    ],
    others: [
      'Password: required for login',
      'password requisite pam_pwquality.so retry=3',
      'passwd: files sss',
      'password:\n  minimum: 8',
      'password:\n  prompt',
      'pam_unix(passwd:chauthtok): changed',
      'passwordAuthentication: yes',
      'bypass: on',
      'passive=1',
      'OLDPWD=/tmp',
      'PASS: ld-elf/orphan3',
      "htpasswd: Don't fail",
      'agent/preset-passphrase.c: Ditto',
      'password = self.password',
      "password: params['password']",
      'password=#{password}',
      'api_password = "The API password"',
      '<action selector="hasPassword:" target="b"/>',
      "'Test2::Event::Pass' => '1.302185'",
    ],
  },
  {
    // Apart from `password`, because in capital letters it is the result of a test more often than a password.
    id: 'pass-line',
    keywords: ['pass'],
    pattern: casedPattern(
      r`(?<=^)(?:[Pp]ass: [ \t]{0,16}(?:${quoted}|${bare}(?=[ \t]{0,8}(?:$|#)))|PASS: (?=[a-z]{0,32}[\d!@#$%^&*+])(?=[^\s]{8}|[a-z\d]{0,8}[!@#$%^&*+])([^\s\0/.:()_-]{5,128})(?=[ \t]{0,8}\r?$))`,
    ),
    allowed: notSecret,
    rest: valueRest,
    matches: ['user: bob\npass: «hunter»\n', 'Pass: "«two words»"', 'PASS: «hunter2x»'],
    others: [
      'PASS: ld-elf/orphan3',
      'PASS: vers28a',
      'PASS: gdb.base/x.exp: print 1',
      'PASS: x86-64 property 8',
      'pass: 1 of 2',
    ],
  },
  {
    id: 'short-password',
    keywords: ['_pw', '-pw', '.pw=', 'bindpw', 'rootpw', 'userpw', 'adminpw', 'dbpw'],
    pattern: pattern(
      r`(?:(?<=[a-z0-9])[_-]pw|(?:bind|root|user|admin|db)pw|(?<=-D[\w.]{1,64})\.pw)(?![a-z0-9])${separator}(?:${quoted}|${bare})`,
    ),
    allowed: notSecret,
    rest: valueRest,
    matches: [
      'bind_pw=«hunter2»',
      'admin-pw: «foo9bar»',
      '"root_pw": "«q9w8»"',
      'userpw=«abc123d»',
      'java -Ddb.pw=«abc»',
    ],
    others: ['_pw=x', 'http_pwm=1', 'root_pw = none', 'bindpw: $PW', 'echo my_pw', 'http://h.pw=x'],
  },
  {
    id: 'stored-login',
    keywords: ['encryptedUsername'],
    pattern: pattern(r`encryptedUsername"[ \t]{0,4}:[ \t]{0,4}"([\w+/=]{8,512})`),
    matches: ['"encryptedUsername": "«MDoEEPgAAAAB==»"'],
    others: ['"encryptedUsername": ""'],
  },
  {
    id: 'secret',
    keywords: ['secret'],
    pattern: pattern(
      r`(?<!from_)secrets?${keyEnd}(?:${equalSign}${value}|${separator}(?:${quoted}|${yamlBlock}|${bare}${bareEnd}))`,
    ),
    allowed: new RegExp(`${notSecret.source}|^[a-z]+(-[a-z]+)+$`, 'i'),
    rest: valueRest,
    matches: ['client_secret: «abc-123»', '"clientSecret": "«s3c»"', 'metadata_proxy_shared_secret=«x9»'],
    others: [
      'secretName: my-tls',
      'secret: {',
      'secrets: []',
      'secret_file=/run/x',
      'io.secret.example=true',
      'from_secret: docker_password',
    ],
  },
  {
    id: 'token',
    keywords: ['token', 'credential', 'nonce', 'otp='],
    pattern: pattern(
      r`(?:tokens?|credentials?|(?<=cnonce|server)nonce|otp)${keyEnd}(?:${separator})(?:${quoted}|${bare})`,
    ),
    entropy: 1.9,
    allowed: new RegExp(`${notToken.source}|^[a-z]+( [a-z]+)+$|^[\\w.-]+:/[\\w./-]*$`, 'i'),
    unless: mixedCase,
    rest: valueRest,
    matches: [
      'admin_token = «4f0a99b1»',
      '"token":"«abc.def-123»"',
      'X-Auth-Token: «gAAAA12bc»',
      'token=«qwertzuiopasdfghjklyxcvbnm»',
      'token=«BjhXuZMDpvFqaYQl»',
    ],
    others: [
      'token: unexpected',
      'tokens=12',
      'token_type=bearer2',
      'token ring: 0',
      'TOKEN=$TOKEN',
      'tokens="plain words only"',
      'token: PostgreSqlConnection',
      'token: MySQL',
      'token=SubscriptionManagerCLI',
      '"php-token-stream": "^3.0"',
      'LoadCredential=token:/etc/app/token',
      '--set-credential= switch.',
    ],
  },
  {
    id: 'key-value',
    keywords: [
      '_key',
      '-key',
      '.key',
      'apikey',
      'accesskey',
      'accountkey',
      'secretkey',
      'sharedkey',
      'privatekey',
      'encryptionkey',
      'authkey',
      'masterkey',
      'signingkey',
      'securitykey',
      'activationkey',
      'fernetkey',
    ],
    pattern: pattern(
      r`(?:[_.-]${keyName.replace('[_.-]?', '[_.-]')}|(?:api|access|account|secret|shared|private|encryption|auth|master|signing|security|activation|fernet)key|(?<=db|otp)_key(?=_base))(?:[_.-]?(?:id|data|base|value|\d{1,2}))?${separator}(?:${quoted}|${bare})`,
    ),
    entropy: 1.9,
    allowed: notToken,
    unless: mixedCase,
    rest: valueRest,
    matches: [
      'auth_encryption_key=«0f1e2d3c4b5a»',
      '"apiKey": "«a1b2c3d4»"',
      '"otp_key_base": "«86b1b1fdd8a3»"',
      'JWT_KEY=«a8f5f167f44f»',
      'KeystoneFernetKey0: «46BKJoQYlPPOexq0»',
      'x-api-key: «a1b2c3d4e5»',
      'AccountKey=«abc123==»;End=x',
      'subscription-manager register --activationkey=«web-1»',
    ],
    others: ['primary_key=id1', 'ssl_key: /etc/pki/x.key', 'hot-key=a1b2c3d4', 'api_key_file: x1'],
  },
];
