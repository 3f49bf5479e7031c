import type { Rule } from '../match/rule.js';
import { about, inQuotes, mixedCase, notProse, notSecret, notText, notToken, pattern } from './fragments.js';
import { end, lineStart } from './key-forms.js';

const r = String.raw;

/** An expression that reads a variable, up to the end of the variable's name. */
const getter = r`(?:process\.env[.["']{1,2}|\$env\{|(?:env(?:iron\.get|\.fetch|or|ironmentvariable)?[([]|ordefault\(|getproperty\(|config\()["'])[\w.]{2,60}`;

/** Words for the names of secrets. */
const secretName = '(?:pass(?:word|wd|phrase)?|secret|token|api[_-]?key)';

/** The name of the secret that the variable is assigned to, such as `'PASSWORD': os.`. */
const namedSecret = r`${secretName}["'\]]{0,2}[ ]{0,8}(?:=>|[:=])[ ]{0,8}[$\w.]{0,16}`;

/** Secrets in pairs of one value, in calls, and in literals of languages. */
export const pairFormRules: readonly Rule[] = [
  {
    // A variable in Terraform and similar languages: its name is before the block.
    id: 'named-block',
    keywords: ['variable "'],
    pattern: pattern(
      r`variable "(?=\w{0,48}${secretName}${about})\w{1,64}"[ ]{0,2}\{\s{0,16}${['type', 'description', 'sensitive'].map((name) => r`(?:${name}[ ]{0,16}=[ ]{0,4}[^\r\n]{1,120}\r?\n\s{0,16})?`).join('')}default[ ]{0,16}=[ ]{0,4}"([^"\r\n]{1,512})`,
    ),
    allowed: notSecret,
    matches: [
      'variable "db_password" { default = "«aqkgmEB1»" }',
      'variable "token" {\n  type = string\n  default     = "«aqkgmEB1»"\n}',
    ],
    others: ['variable "db_password" {\n  type = string\n}', 'variable "password_file" { default = "/x" }'],
  },
  {
    // The value that takes the place of a variable that is not set, in Spring, Quarkus and shells.
    id: 'default-value',
    keywords: [`=$\{`, `= $\{`, `: $\{`, `="$\{`, `: "$\{`],
    pattern: pattern(
      r`(?<=(?:passw(?:or)?d|passphrase|pwd|secret|token|[._-](?:key|pass))["']?[ \t]{0,4})[=:][ ]{0,4}["']?\$\{(?!(?:global|local):)[\w.]{1,64}:(?![?+])[-=]?(?!//)([^{}$\s"'][^{}$\r\n"']{1,255})(?=\})`,
    ),
    allowed: notSecret,
    matches: [
      `x.password = $\{DB_PW:«a-b»}`,
      `  secret: "$\{S:«two words»}"`,
      `TOKEN=$\{T:-«granite»}`,
      `DB_PASS="$\{DB_PASS:-«granite»}"`,
    ],
    others: [
      `url: $\{URL:a-b}`,
      `password: $\{PW}`,
      `PASSWORD=$\{PASSWORD:-$1}`,
      `token = $\{T:}`,
      `PASSWORD=$\{P:?not set}`,
      `simple.password = $\{global:vars.password}`,
    ],
  },
  {
    // An element that names a key or a login. The next element has the value.
    id: 'environment-pair',
    keywords: ['value: ', 'value":', 'value = '],
    pattern: pattern(
      r`(?<=(?:name|key)["']?[ \t]{0,4}[:=][ \t]{0,4}["']?\w{1,64}_(?:auth|key|pass|pw|pin|creds?|salt|dsn|pat)["']?[ \t]{0,4}(?:,\s{0,32}|\r?\n[ \t]{0,32})["']?)value["']?[ \t]{0,4}[:=][ \t]{0,4}(?:"([^"\r\n]{6,512})|'([^'\r\n]{6,512})|([^\s"'{}\[\]]{6,512}))${end}|value["']?:[ ]["']?([^\s"'{}\[\],]{3,256})(?=["']?,?\s{1,24}["']?(?:name|key)["']?:[ ]["']?\w{0,24}(?:password|secret|token)["']?,?\r?$)`,
    ),
    allowed: new RegExp(`${notToken.source}|^[a-z]+://[^@\\s]*$`, 'i'),
    unless: notProse,
    matches: [
      '- name: REDIS_AUTH\n  value: "«Falcon8474@»"',
      '- name: JWT_SIGNING_KEY\n  value: «Qm7TzR4kW9xLp2VbN8sY»',
      '- value: «Granite3x»\n  name: DB_PASSWORD',
    ],
    others: [
      '- name: SSH_AUTH\n  value: enabled',
      '- name: SORT_KEY\n  value: created_at',
      'value: abcdef12',
    ],
  },
  {
    // Lists of Lisp and Scheme, assignments of Tcl and Perl.
    id: 'list-literal',
    keywords: [
      'password . "',
      'secret . "',
      'token . "',
      'key . "',
      '(setq ',
      '(def',
      ':password "',
      ':secret "',
      'set api',
      'set pass',
      'set secret',
      'set token',
      'set db_pass',
      "_pass'}",
      "password'}",
      "secret'}",
      "token'}",
    ],
    pattern: pattern(
      r`(?:(?:(?<=[(][\w-]{0,48})(?:password|secret|token|key) \.|\((?:setq|def(?:var|parameter|custom|ine)) [*\w-]{0,48}?${secretName}\*?|(?<=[({][^(){}\r\n]{0,200}):(?:password|secret)) ${inQuotes}(?=["'][ ]{0,2}[ )}])|(?<=^[ \t]{0,16})set (?:db_)?${secretName}[ ]{1,4}(?:"([^"\r\n]{3,512})(?="[ \t]{0,4};?\r?$)|(?=[^\s]{0,64}\d)([^\s"'$\[{]{6,512})(?=[ \t]{0,4};?\r?$))|(?:_pass|password|secret|token)'\}[ ]{0,8}=[ ]{0,8}${inQuotes})`,
    ),
    steps: 5_000,
    allowed: notSecret,
    unless: mixedCase,
    matches: [
      '(password . "«a4F43R6boH»")',
      '(setq smtp-password "«ikzAHO7t»")',
      '(defparameter *db-password* "«two \\"words»")',
      '(connect :host "h" :password "«hunter»")',
      ':db {:user "bob" :password "«a,b c»"}',
      'set api_key «Qm7TzR4kW9xL»',
      "$conf{'SMTP_PASS'} = '«Coffee6087.»';",
    ],
    others: ['(setq password nil)', 'set token [lindex $x 0]'],
  },
  {
    // A name with its value in parentheses, as in syslog-ng and in macros.
    id: 'call-value',
    keywords: ['password(', 'secret(', 'token(', 'passphrase(', 'authenticate(', 'key('],
    pattern: pattern(
      r`(?:(?<![a-z]\.[\w-]{0,24})(?:(?<![a-z_]|=[ ]?)(?:password|secret|token|passphrase)|(?<=api[_-]?|access[_-]|secret[_-])key)\([ ]{0,2}["']([^"'\s]{3,512})(?=["'][ ]{0,2}\)[ \t;)]{0,6}(?:$|[a-z]))|(?<=^exten[ \t]{0,4}=>?[^\r\n]{1,80})authenticate\(([^\s,)]{3,64}))`,
    ),
    allowed: notText,
    matches: [
      '  tls(key-file("/etc/k.pem") pkcs12-password("«UM!^9URxwG»"))',
      'exten => 600,1,Authenticate(«422359»)',
      ' secret("«abc12»") host("x")',
    ],
    others: [
      'scheme = token("scheme1")',
      'InvalidToken("x");',
      'token("$TOKEN")',
      'setPassword("x");',
      'o.password("abc");',
      'authenticate(user)',
    ],
  },
  {
    // The value that a program takes if a variable is not set.
    id: 'default-argument',
    keywords: [
      'process.env',
      'env(',
      'env[',
      '$env{',
      'environ.get(',
      'env.fetch(',
      'EnvironmentVariable(',
      'envOr(',
      'OrDefault(',
      'getProperty(',
      "config('",
      'config("',
    ],
    pattern: pattern(
      r`(?:(?<=${namedSecret})${getter}|${getter}(?<=[._"'](?:db|mail|smtp)?(?:pass(?:word)?|pw|secret|token|jwt)|(?:api|secret|access|private|encryption|signing|auth|jwt|app)[._]?key))["')\]}]{0,2}(?:,[ ]?(?:default[ ]?=[ ]?)?|[ ](?:(?:\|\||\?\?|\?:|//|or)[ ]|\{[ ]))(?:${inQuotes}(?=["'])|\x60([^\x60\r\n\0$]{1,256})(?=\x60))`,
    ),
    allowed: notText,
    matches: [
      "  KEY = ENV['ENCRYPTION_KEY'] || '«d03d20529dc3»'",
      "EMAIL_PASSWORD = os.environ.get('MAIL_PW', '«hunter»')",
      "'PASSWORD': os.environ.get('SHOP_DB', '«hunter»'),",
      "clientSecret: process.env.COURIER_SECRET || '«granite-hunter»',",
      'apiKey: process.env["API_KEY"] ?? `«granite»`,',
      "'password' => env('DB_PASSWORD', '«granite»'),",
      "'password' => getenv('DB_PASSWORD') ?: '«granite»',",
      "SECRET_KEY = config('SECRET_KEY', default='«granite»')",
      'ENV.fetch("DB_PASSWORD") { "«granite»" }',
      'Environment.GetEnvironmentVariable("DB_PASSWORD") ?? "«granite»";',
      'System.getProperty("db.password", "«granite»");',
      "my $pw = $ENV{DB_PASSWORD} // '«granite»';",
    ],
    others: [
      'process.env.DB_PASSWORD || null',
      "env('DB_PASSWORD', '')",
      "env('CACHE_KEY', 'app')",
      'getProperty("token")',
    ],
  },
  {
    // A user and its password in one value, after a key that is named for a login.
    id: 'login-value',
    keywords: [
      'user = ',
      'user: "',
      'auth: "',
      'auth = ',
      'ident: "',
      'login: "',
      'login = ',
      'auth":',
      'credentials = ',
      'credentials: "',
      '__com: "',
    ],
    pattern: pattern(
      r`(?:(?<=(?:${lineStart}|^[ \t]{0,8}\w{1,32} \{[ ]{1,2})[\w.-]{0,48})(?:user|auth|login|ident|credentials?)["']?[ \t]{0,8}[=:][ \t]{0,8}["']?[a-z][\w.@-]{0,63}:(?=[^\s"']{0,64}\d|[a-z]{3,16}-[a-z]{3,16}-[a-z])([^\s"'/:@,][^\s"':@,]{5,255}|[^\s"'/:@,][^\s"':,]{5,254}[^\s"':@,])(?=["']?[ \t]{0,4}[,;]?[ \t]{0,4}\r?$)|(?<=^BUNDLE_[A-Z_]{1,64})__COM:[ ]"[^\s":]{1,64}:([^\s"]{3,255}))`,
    ),
    allowed: notToken,
    unless: notProse,
    matches: [
      'user = "bob:«Qm7TzR4kW9xLp2»"',
      'proxy-user = bob:«bishop-coffee-rocket»',
      'consul { auth = "bob:«Granite/3x»"',
      'npmAuthIdent: "bob:«orange9067»"',
      'BUNDLE_GEMS__EXAMPLE__COM: "bob:«hunter-silver-orange»"',
    ],
    others: [
      'user: "app:app"',
      'user = www-data:www-data',
      'user: "1000:1000"',
      'auth = pam:3',
      'login = h:8080',
    ],
  },
  {
    // Users with their passwords in a list of one line.
    id: 'login-list',
    keywords: ['list: ["', "list: ['", 'list: [ "'],
    pattern: pattern(
      r`(?<=chpasswd:[^\r\n]{0,40})list: \[[ ]{0,2}["']([\w.-]{1,32}:[^\]\r\n]{1,900}?)(?=["'][ ]{0,2}\])`,
    ),
    allowed: /^.{0,3}$/,
    matches: ['chpasswd: { list: ["«root:VQ", "bob:wE»"] }'],
    others: ['chpasswd: { list: [""] }'],
  },
  {
    // A reply of Redis: the name on one line, the value on the next.
    id: 'reply-pair',
    keywords: ['pass"', 'auth"', 'secret"', 'token"', 'password"'],
    pattern: pattern(
      r`(?<=^[ \t]{0,8}\d{1,4}\) "[\w.-]{0,40})(?:pass(?:word)?|auth|secret|token)"\r?\n[ \t]{0,8}\d{1,4}\) "([^"\r\n]{1,512})(?=")`,
    ),
    matches: [' 3) "requirepass"\n 4) "«Granite3x»"', '7) "auth-pass"\n8) "«Granite3x»"'],
    others: ['1) "auth"\n2) ""', '"auth": "x"'],
  },
  {
    // An option of one letter within a variable of options.
    id: 'options-variable',
    keywords: ['options=', 'opts=', 'args=', 'flags='],
    pattern: pattern(
      r`(?<=${lineStart}[\w]{0,48})(?:options|opts|args|flags)=["'](?=[^\r\n]{0,200} -[pw] )[^\r\n"']{0,200}? -[pw] (?=[^\s"']{0,64}\d)(?=[^\s"']{0,64}[a-z])([^\s"'/:=-][^\s"'/:=]{5,127})(?=["' ])`,
    ),
    allowed: notToken,
    matches: ['OPTIONS="--shutdown --preempt -p «Qm7TzR4kW9xLp2Vb»"'],
    others: ['OPTIONS="-u ntp:ntp -p /run/ntpd.pid"', 'OPTS="-p 8080"', 'DAEMON_ARGS="-p udp4:53 -w x"'],
  },
  {
    // SQL and dialects of it: the word and the value without a sign between them.
    id: 'sql-secret',
    keywords: ["secret '", "token '", "_key '"],
    pattern: pattern(
      r`(?<=[\s(,])(?:secret|(?:\w{1,24}_)?token|(?<=\b\w{0,24})_key) '([^'\r\n]{8,512})(?='[ ]{0,2}[,);])`,
    ),
    allowed: notToken,
    unless: mixedCase,
    matches: ["CREATE SECRET ( TYPE s3, KEY_ID 'AKIAX', SECRET '«Qm7TzR4kW9xL»' );"],
    others: ["CREATE SECRET 'name-of-it';", "primary_key 'identifier',"],
  },
  {
    // A private key in JSON Web Keys and of RSA in XML or JSON.
    id: 'json-web-key',
    keywords: ['"d":', '"k":', '"p":', '"q":', '"dp":', '"dq":', '"qi":', '"inverseq":', '"key":'],
    pattern: pattern(
      r`"(?:d|k|dp|dq|qi|inverseq)":[ ]{0,2}"((?=[^"]{0,64}\d)(?=[^"a-z]{0,64}[a-z])[\w+/=-]{32,2048})(?=")|"[pq]":[ ]{0,2}"([\w+/=-]{86,2048})(?=")|"key":[ ]?"([A-Za-z\d+/]{43}=)(?=")`,
    ),
    entropy: 3.5,
    allowed: /^[\da-f]*$/,
    matches: [
      '{"d":"«Qm7TzR4kW9xLp2VbN8sYd3HcJ6fGa5Xe1K»","exponent":"AQAB"}',
      '{"key":"«Qm7TzR4kW9xLp2VbN8sYd3HcJ6fGa5Xe1KuE0oiPwQm=»"}',
    ],
    others: [
      '{"p":"page-of-something"}',
      '{"key":"name-of-something"}',
      '{"d":"2026-11-21"}',
      '"k": "some text that is here"',
    ],
  },
];
