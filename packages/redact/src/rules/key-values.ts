import type { Rule } from '../rule.js';
import {
  bare,
  casedPattern,
  equalSign,
  keyEnd,
  notSecret,
  notText,
  notToken,
  pattern,
  quoted,
  separator,
  value,
  valueRest,
  yamlBlock,
} from './fragments.js';

const r = String.raw;
/** A text in quotes, without its last quote. */
const inQuotes = r`(?:"([^"\r\n\0]{1,512})|'([^'\r\n\0]{1,512}))`;
/** The name of an argument. */
const named = r`(?:\w{1,24}[ ]?=[ ]?)?`;
const passwordKey = r`(?:(?<!no|challenge)passw(?:or)?d|passphrase|passcode|passwort|(?<![a-z]|\w::)(?!(?<=^)pass: )pass(?![a-z])|(?<=db|my|user|root|admin|smtp|mail|ldap|bind|sql|http|proxy|auth|store|key|trust|ssh|require|vnc|login|ipmi|master|_)pass(?![a-z]))`;
const keyName = r`(?<=(?:api|access|secret|private|encryption|auth|authorization|account|shared|signing|master|consumer|app|application|hmac|aes|crypt|cipher|admin|service|storage|session|wep|license|activation|deploy|client|preshared|security|host|rndc|omapi|eap)[_.-]?)key`;
/** The start of a line that sets something. */
const lineStart = r`(?<=^[ \t]{0,32}(?:export[ \t]|set[ \t]|setenv[ \t]|[#;][ \t]{0,4})?[\w.:/-]{0,64}(?:\[['"]?)?)`;

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
      r`(?:${passwordKey}|(?<![a-z]|old)pwd|(?<=user|db|_)pwd)${keyEnd}(?:${equalSign}${value}|${separator}(?:${quoted}|${yamlBlock}|${bare}${bareEnd}|(?=[^\s]{0,64}[\d!@#$%^&*+])(?!\d{1,3}[ \t.])${bare}))`,
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
    keywords: ['_pw', '-pw', 'bindpw', 'rootpw', 'userpw', 'adminpw', 'dbpw'],
    pattern: pattern(
      r`(?:(?<=[a-z0-9])[_-]pw|(?:bind|root|user|admin|db)pw)(?![a-z0-9])${separator}(?:${quoted}|${bare})`,
    ),
    allowed: notSecret,
    rest: valueRest,
    matches: ['bind_pw=«hunter2»', 'admin-pw: «foo9bar»', '"root_pw": "«q9w8»"', 'userpw=«abc123d»'],
    others: ['_pw=x', 'http_pwm=1', 'root_pw = none', 'bindpw: $PW', 'echo my_pw'],
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
    rest: valueRest,
    matches: [
      'admin_token = «4f0a99b1»',
      '"token":"«abc.def-123»"',
      'X-Auth-Token: «gAAAA12bc»',
      'token=«qwertzuiopasdfghjklyxcvbnm»',
    ],
    others: [
      'token: unexpected',
      'tokens=12',
      'token_type=bearer2',
      'token ring: 0',
      'TOKEN=$TOKEN',
      'tokens="plain words only"',
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
    ],
    pattern: pattern(
      r`(?:[_.-]${keyName.replace('[_.-]?', '[_.-]')}|(?:api|access|account|secret|shared|private|encryption|auth|master|signing|security|activation)key)(?:[_.-]?(?:id|data|base|value|\d{1,2}))?${separator}(?:${quoted}|${bare})`,
    ),
    entropy: 1.9,
    allowed: notToken,
    rest: valueRest,
    matches: [
      'auth_encryption_key=«0f1e2d3c4b5a»',
      '"apiKey": "«a1b2c3d4»"',
      'x-api-key: «a1b2c3d4e5»',
      'AccountKey=«abc123==»;End=x',
      'subscription-manager register --activationkey=«web-1»',
    ],
    others: ['primary_key=id1', 'ssl_key: /etc/pki/x.key', 'hotkey=12', 'api_key_file: x1'],
  },
  {
    id: 'directive',
    keywords: ['pass', 'rootpw', 'bindpw', '_pw', 'masterauth', 'secret', 'auth_pass'],
    pattern: pattern(
      r`(?<=^[ \t]{0,32}(?:[#;][ \t]{0,2})?(?:config[ ])?(?:set[ ])?[\w.-]{0,40})(?:password|passwd|passphrase|(?<=auth_|require|key|sasl_|smtp_|ldap|bind)pass|bindpassword|rootpw|bindpw|(?<=[a-z])_pw|masterauth|secret)[ \t]{1,40}(?:(?:--iscrypted|--plaintext)[ \t]{1,4}|[05789][ \t])?(?:"([^"\r\n]{1,512})|'([^'\r\n]{1,512})|([^\s\0"'=:,;{}()\[\]<>|#-][^\s\0"'=,;(){}]{2,511})(?=[ \t]{0,20}(?:;[ \t]{0,20})?(?:$|#)))`,
    ),
    allowed: notToken,
    rest: r`^\s\0"';`,
    matches: [
      'requirepass «foo99bar»',
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
    id: 'xml-value',
    keywords: ['pass', 'secret', 'token', 'apikey', 'pwd'],
    pattern: pattern(
      r`(?<=<[\w:.-]{0,64}|(?:name|key|id)=["'][\w.:-]{0,64})(?:${passwordKey}|secret|token|apikey|(?<![a-z])pwd)[\w.:-]{0,32}(?:["']?(?:[ \t](?:[\w:.-]{1,40}=[^<>\r\n]{0,80})?)?>[ \t]{0,8}(?:<(?:string|value)>)?(?:<!\[CDATA\[)?([^<>\r\n\0]{1,1024}?)(?=\]\]>|</)|["'][ \t\r\n]{1,32}(?:type="\w{1,16}"[ \t]{1,4})?(?:value|content)=(?:"([^"\r\n]{1,1024})|'([^'\r\n]{1,1024})))`,
    ),
    allowed: notSecret,
    matches: [
      '<password>«x&amp;y»</password>',
      '<entry key="db.password">«abc»</entry>',
      '<property name="password" value="«abc»"/>',
      '<name>password</name><secret id="1">«q»</secret>',
    ],
    others: ['<password></password>', '<passwordPolicy>', '<password>$db</password>'],
  },
  {
    id: 'named-value',
    keywords: ['pass', 'secret', 'token', 'apikey', 'api_key'],
    pattern: pattern(
      r`(?<=name\\{0,3}["']?[ \t]{0,4}[:=][ \t]{0,4}\\{0,3}["']?[\w.-]{0,64})(?:${passwordKey}|secret|token|api_?key)${keyEnd}(?:\\{0,3}["'])?[ \t]{0,4}(?:,[ \t]{0,4})?(?:\r?\n[ \t]{0,32})?(?:\\{0,3}["'])?value(?:\\{0,3}["'])?[ \t]{0,4}:[ \t]{0,4}${value}`,
    ),
    allowed: notSecret,
    rest: valueRest,
    matches: ['- name: DB_PASSWORD\n  value: «abc1»', '{"name":"API_TOKEN","value":"«abc1»"}'],
    others: ['- name: DB_PASSWORD\n  valueFrom: x', 'name: password-file'],
  },
  {
    id: 'defined-constant',
    keywords: ['define('],
    pattern: pattern(
      r`define\([ \t]{0,4}["']\w{0,64}(?:pass|secret|_key|_salt)\w{0,32}["'][ \t]{0,4},[ \t]{0,16}${inQuotes}`,
    ),
    allowed: notText,
    matches: [
      "define('DB_PASSWORD', '«abc1»');",
      "define( 'AUTH_KEY',         '«M(>9.5Ch0\"|1»' );",
      'define("NONCE_SALT", "«a(b c»");',
    ],
    others: [
      "define('DB_PASSWORD', '');",
      "define('DB_PASSWORD', getenv('PW'));",
      "define('API_KEY', '<key>');",
    ],
  },
  {
    id: 'quoted-directive',
    keywords: ['pass'],
    pattern: pattern(
      r`(?<=^[ \t]{0,16})pass(?:word|wd|phrase)[ \t]{1,16}${inQuotes}(?=["'][ \t]{0,8}(?:;[ \t]{0,8})?$)`,
    ),
    allowed: notText,
    matches: ['password "«password»"', "  passphrase '«two words»';"],
    others: ['password "required"', 'password "x" is wrong', 'password ""'],
  },
  {
    id: 'login-call',
    keywords: [
      'login(',
      'authenticate(',
      'basicauth(',
      '_connect(',
      'getconnection(',
      'mysqli(',
      'new pdo(',
      'curlopt_userpwd',
    ],
    pattern: pattern(
      r`(?:(?:login|authenticate|basicauth)\([ \t]{0,4}${named}["'][^"'\r\n]{1,128}["'][ \t]{0,4},[ \t]{0,4}${named}|(?:(?<=mysqli?)_connect|getconnection|mysqli|new pdo)\([^,()\r\n]{1,200},[ \t]{0,4}["'][^"'\r\n]{1,64}["'][ \t]{0,4},[ \t]{0,4}|curlopt_userpwd[ \t]{0,4},[ \t]{0,4}(?=["'])(?=["'][^"'\r\n:]{1,64}:))${inQuotes}`,
    ),
    allowed: notSecret,
    matches: [
      "conn.login('bob@example.com', '«hunter»', function(err) {",
      'HTTPBasicAuth("bob", "«p w»")',
      'smtp.login(user="bob", password="«p w1»")',
      "$db = mysqli_connect('h', 'bob', '«pw1»', 'db');",
      'DriverManager.getConnection(url, "bob", "«pw1»");',
      "new PDO('mysql:host=h;dbname=d', 'bob', '«pw1»')",
      'curl_setopt($ch, CURLOPT_USERPWD, "«bob:pw1»");',
    ],
    others: [
      'login(user, password)',
      "passport.authenticate('local', { failureRedirect: '/' })",
      'authenticate("bob", "$PW")',
      "connect('h', 'bob', 'db')",
    ],
  },
];
