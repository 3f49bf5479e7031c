import type { Rule } from '../match/rule.js';
import {
  about,
  bareArgument,
  call,
  casedPattern,
  inQuotes,
  keyEnd,
  lastToken,
  mixedCase,
  notQuoted,
  notSecret,
  passwordKey,
  pattern,
  secretWord,
} from './fragments.js';

const r = String.raw;

/** The start of a line that sets something. */
const lineStart = r`(?<=^[ \t]{0,32}(?:export[ \t]|set[ \t]|setenv[ \t]|#?-[ ]|[#;][ \t]{0,4})?[\w.:/-]{0,64}(?:\[['"]?)?)`;

/** The value of a variable that is set for one command. It ends at the blank before the command. */
const beforeCommand = r`[^\s]{1,512}[ \t]{1,4}(?:[\w.-]{0,64}/|[a-z][\w.-]{0,31} (?:[^\s]{1,64} )?-)`;
/** The start of a line of YAML or of a log that has a key. */
const yamlStart = r`(?<=^[ \t]{0,40}(?:- |[#;][ \t]{0,4})?["']?[\w.:/-]{0,64})`;

/** Keys with values up to the end of a line, a variable or an argument, where a password can have any sign. */
export const keyLineRules: readonly Rule[] = [
  {
    id: 'command-variable',
    keywords: ['pass', 'pwd', 'secret', 'token'],
    pattern: pattern(
      lineStart,
      r`(?:${passwordKey}|(?<![a-z])pwd(?!=/)|secret|token)${keyEnd}=(?=${beforeCommand})([^\s\0"'][^\s\0]{0,511})`,
    ),
    notAt: call,
    allowed: notSecret,
    unless: mixedCase,
    matches: [
      'PGPASSWORD=«X1$y» psql -h pg1 -U app',
      'PASSWORD=«hunter» ./deploy.sh prod',
      'export TOKEN=«a;b» /opt/x/run',
    ],
    others: ['PASSWORD=$PW ./deploy.sh', 'PWD=/root /bin/x', 'PASSWORD= ./deploy.sh'],
  },
  {
    // The assignment stands in quotes, so the value ends at them.
    id: 'quoted-variable',
    keywords: ['PASS', 'SECRET', 'TOKEN'],
    pattern: casedPattern(
      r`(?<=(?:^|[\s=\[,(])"[A-Z]\w{0,64})(?:PASS(?:WORD|WD|PHRASE)?|SECRET(?:_KEY)?|TOKEN)=((?:[^"\\\r\n\0]|\\[^\r\n\0]){1,512})(?=")`,
    ),
    allowed: notSecret,
    unless: mixedCase,
    matches: [
      'Environment="GF_ADMIN_PASSWORD=«2=,)wD8w%N=-or?a»"',
      '"-e", "APP__db__PASS=«two w<rds»",',
      '"A_PASSWORD=«a\\"b1»",',
    ],
    others: ['"DB_PASSWORD=$PW"', '"DB_PASS="', 'x="DB_TOKEN_FILE=/x"'],
  },
  {
    id: 'password-line',
    keywords: ['pass', 'pwd', 'secret'],
    pattern: pattern(
      lineStart,
      r`(?:(?<!ht)${passwordKey}|(?<![a-z])pwd(?!=/)|secret(?!(?<=root_secret)_id|_id[ ]?=[ ]?\d{1,6}$))${keyEnd}[ \t]{0,16}=(?!${beforeCommand}|[=~>][ \t]|[ \t]{0,16}(?:#(?:[ \t]|$)|[{[(][ \t]{0,16}$))[ \t]{0,16}(?![^\r\n=]{0,200}(?:[ ]\w{1,32}|[,;&](?:user(?:name)?|login|name|e?mail|host|server|port|database|db(?:name)?|[ug]?id|domain|sslmode|timeout|vers|sec|submit|action|type|target))=)${notQuoted}([^\s\0][^\r\n\0]{0,1022}[^\s\0]|[^\s\0])`,
    ),
    notAt: call,
    allowed: notSecret,
    unless: mixedCase,
    rest: r`^\r\n\0`,
    matches: [
      'DB_PASSWORD=«s3cr;et,w&rd»',
      'export MYSQL_PWD=«hunter2x»',
      'password = «two words 1»',
      '      - JWT_SECRET=«orange-summer-dragon»',
      '  secret=«a"b c»\r\n',
    ],
    others: [
      'PASS_MAX_DAYS=99999',
      'PWD=/root',
      'password = $DB_PASSWORD',
      'password_file = /etc/secret',
      'password-db = passwd',
      'PASSWORD_FLAGS=user',
      'active_root_secret_id = 2024key',
      'password = $__file{/etc/grafana/pw}',
      'Secret=db,type=env,target=DB_PASSWORD',
      'password=',
      'passwords = {\n  x\n}',
    ],
  },
  {
    id: 'password-entry',
    keywords: ['pass', 'pwd', 'secret'],
    pattern: pattern(
      yamlStart,
      r`(?:${passwordKey}|(?<![a-z])pwd|${secretWord})${keyEnd}["']?[ \t]{0,4}:[ \t]{1,48}${lastToken}`,
    ),
    notAt: call,
    allowed: notSecret,
    unless: mixedCase,
    rest: r`^\s\0`,
    matches: ['  password: «a&b,c;d)e»', 'db_password: «Summer(2024)!» # old', '- passphrase: «x"y;1»'],
    others: [
      'Password: required for login',
      'passwd: files sss',
      'password: get(x)',
      'password: "x"',
      'pullSecret: reg1',
    ],
  },
  {
    // A password of two to four words without quotes, unless a word shows that they describe it.
    id: 'password-words',
    keywords: ['_pass', '-pass', '.pass', '_psk', '-psk', '.psk'],
    pattern: pattern(
      yamlStart,
      r`(?<=[a-z])[._-](?:pass(?:word|phrase|wd)?|psk)["']?[ \t]{0,4}:[ \t]{1,40}(?=[^\s:]{1,32} [^\s:]{1,32}(?: [^\s:]{1,32})?(?: [^\s:]{1,32})?[ \t]{0,4}\r?$)([^\s\0"'{}\[\]|>,&*!#%@<$][^\r\n\0"'{}<>:]{2,100}[^\s\0"'{}<>:,;])(?=[ \t]{0,4}\r?$)`,
    ),
    allowed:
      /^(?:.*[\s(])?(?:the|an?|of|for|is|in|with|or|and|not|no|if|from|must|your|use|used|passwords?|users?|string|default|optional|required|value|name|as|on|by|set|here|there)(?:[\s).].*)?$/i,
    matches: [
      'wifi_password: «Axolotl home»',
      '    ap-psk: «old green door»',
      'spring.mail.password: «mail me 2»',
      '802-11-wireless-security.psk:           «old green door key»',
    ],
    others: ['db_password: the one of bob', 'db_password: not set', 'x_pass: a b c d e', 'some_pass: 1'],
  },
  {
    // Separate from `secret`, which takes words with hyphens for the name of an object.
    id: 'quoted-secret',
    keywords: ['secret'],
    pattern: pattern(
      yamlStart,
      r`${secretWord}${about}["']?[ \t]{0,16}[:=][ \t]{0,16}${inQuotes}(?=["'][ \t]{0,8}[,;]?[ \t]{0,8}\r?$)`,
    ),
    allowed: notSecret,
    matches: ['secret = "«winter-silver-monkey»"', "  session_secret: '«castle-bishop-monkey»'"],
    others: [
      'secret: "$SECRET"',
      'secret_file: "a-b-c"',
      'secretName: "my-tls"',
      'existingSecret: "tls-1"',
      'secret = ""',
    ],
  },
  {
    id: 'option-value',
    keywords: [
      'pass',
      'pwd',
      'secret',
      'token',
      'api-key',
      'apikey',
      'activationkey',
      'activation-key',
      'wepkey',
      'wpakey',
      'otp=',
      'credential=',
      'license-key',
      'encryption-key=',
      'master-key=',
      '-k-g=',
    ],
    pattern: pattern(
      r`(?<=(?:^|[\s\0"'])--?[\w.-]{0,40})(?:${passwordKey}|pwd|secret|token|credential(?!s)|(?:api|activation|license|encryption|master)-?key|(?<=-)otp|w[ep][pa]key|-k-g)(?:${keyEnd}|(?<=dev-root-token)-id)=${bareArgument}`,
    ),
    allowed: notSecret,
    unless: mixedCase,
    rest: r`^\s\0"'`,
    matches: [
      'app --password=«a&b;c» --host h',
      'app --password=«Summer(2024)!»',
      'app --db-password=«$ecret99»\0-x',
      'java -Dldap.bind.credential=«7.]p@eh#» -jar x',
      'app --token=«x1» -dev-root-token-id=«x1»',
      'ARGS="--api-key=«hunterfalcon»"',
      'ipmi-sel --k-g=«0x05B414DAB1D8»',
      'openfortivpn gw --otp=«339120»',
      'subscription-manager register --activationkey=«web-key»',
      'network --device=wlan0 --wepkey=«4uOMn»',
    ],
    others: [
      '--password=$PASSWORD',
      '--password=<password>',
      '--password-file=/x',
      '--password=',
      '--token-id=x1',
    ],
  },
  {
    // ps shows a passphrase of several words without its quotes.
    id: 'passphrase-words',
    keywords: ['PASSPHRASE='],
    pattern: casedPattern(
      r`(?<=[A-Z\d_]{0,40})PASSPHRASE=([a-zA-Z\x80-\xff]{1,24} [a-zA-Z\x80-\xff ]{1,160}?)(?= [A-Z][A-Z\d_]{2,40}=)`,
    ),
    matches: ['0:00 borg create BORG_PASSPHRASE=«seven red doors» BORG_REPO=/mnt'],
    others: ['BORG_PASSPHRASE=a borg create --stats x'],
  },
  {
    // An environment variable whose whole name means a secret: the value can be any word.
    id: 'environment-variable',
    keywords: [
      'SECRET=',
      'TOKEN=',
      'KEYRING_UNLOCK=',
      'API_KEY=',
      'ACCESS_KEY=',
      'SECRET_KEY=',
      'PRIVATE_KEY=',
      'ENCRYPTION_KEY=',
      'PRIMARY_KEY=',
      'SIGNING_KEY=',
      'MASTER_KEY=',
      'HEALTH_KEY=',
      'DEPLOY_KEY=',
    ],
    pattern: casedPattern(
      r`(?<=(?<![\w.-])[A-Z\d_]{0,48})(?:SECRET|TOKEN|KEYRING_UNLOCK|(?:API|ACCESS|SECRET|PRIVATE|ENCRYPTION|PRIMARY|SIGNING|MASTER|HEALTH|DEPLOY)_KEY)=(?:[\w-]{1,64}:(?=[\w+/]{43}=))?(?:(?<!(?<!SECRET_)ACCESS_KEY=)(?:"([^"$<({\r\n\0]{6,199})(?=")|'([^'$<({\r\n\0]{6,199})(?='))|([^\s\0"'$<({\[%][^\s\0"',;&|<>(){}\[\]]{5,199})(?=[\s"'\0]|$))`,
    ),
    allowed: new RegExp(`${notSecret.source}|^(?:[a-z]+_[a-z_]+|[A-Z_]+)$`),
    matches: [
      'Environment=APP_SECRET=«quadlet-Geheim» APP_PORT=8000',
      "TUNNEL_TOKEN='«two words»'",
      'x && HEALTH_KEY=«q7m4z9kx2wlp8vb» /opt/ping.sh',
      'RECORD_ENCRYPTION_PRIMARY_KEY=«Qm7TzR4kW9xL»',
    ],
    others: [
      'TOKEN=$X',
      'API_KEY=YOUR_API_KEY',
      'SECRET=/run/secrets/x',
      'API_KEY=abc',
      "      ACCESS_KEY=credentials['access_key'],",
      'CSRF_TOKEN=csrf_token',
    ],
  },
];
