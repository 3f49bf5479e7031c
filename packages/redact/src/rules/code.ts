import type { Rule } from '../match/rule.js';
import {
  call,
  inQuotes,
  keyEnd,
  mixedCase,
  notProse,
  notSecret,
  notText,
  notToken,
  passwordKey,
  pattern,
  value,
  valueRest,
} from './fragments.js';

const r = String.raw;
/** An argument of a function that gives a table of another database, before its password. */
const tableArgument = r`'[^'\r\n]{1,64}',[ ]?`;
/** The name of an argument. */
const named = r`(?:\w{1,24}[ ]?=[ ]?)?`;

/** Passwords in markup, in lists of names with values, and in calls of programs. */
export const codeRules: readonly Rule[] = [
  {
    id: 'xml-value',
    keywords: [
      'pass',
      'secret',
      'token',
      'apikey',
      'api_key',
      'pwd',
      'community"',
      'community>',
      'shared-key>',
      'encryption-key',
      'encryption.key',
      'encryptionkey',
      'reg_code>',
    ],
    pattern: pattern(
      r`(?<=<[\w:.-]{0,64}|(?:name|key|id)=["'][\w:. -]{0,64}|<(?:param-)?name>[\w:.-]{0,64})(?:${passwordKey}|secret|token|api_?key|encryption[.-]?key|reg_code(?=>)|(?<![a-z])pwd|shared-key(?=>)|community(?=>)|(?<=<nvpair [^<>\r\n]{0,128}name=")community)[\w.:-]{0,32}(?:</(?:param-)?name>\s{0,40}<(?:param-)?value>([^<>\r\n\0]{1,1024})(?=</)|["']?(?:[ \t](?:[\w:.-]{1,40}=[^<>\r\n]{0,80})?)?(?<!/)>\s{0,16}(?:<(?:string|value)>)?(?:<!\[CDATA\[)?(?!\s{1,64}<)(?:([^<\r\n\0]{1,1024}?)(?=\]\]>|</)|([^<>\r\n\0]{1024}))|["'][ \t\r\n]{1,32}(?:(?:type|id)="[\w:.-]{1,128}"[ \t]{1,4})?(?:value|content)=(?:"([^"\r\n]{1,1024})|'([^'\r\n]{1,1024})))`,
    ),
    allowed: notSecret,
    unless: mixedCase,
    rest: '^<>"\r\n\0',
    matches: [
      '<password>«x&amp;y»</password>',
      '<password>«a>b&lt;c»</password>',
      '<reg_code>«0a1b2c3d4e5f60»</reg_code>',
      '<pre-shared-key>«hunter»</pre-shared-key>',
      '<rocommunity>«hunter»</rocommunity>',
      '<Parameter name="app.encryptionKey" value="«Granite3x»"/>',
      '<api_key>«0a1b2c3d4e5f60718293a4b5c6d7e8f9»</api_key>',
      '<entry key="db.password">«abc»</entry>',
      '<property name="password" value="«abc»"/>',
      '<param name="password" value="«abc»"/>\n  </settings>',
      '<password>                «    hunter2»</password>',
      '<name>password</name><secret id="1">«q»</secret>',
      '<name>javax.ConnectionPassword</name>\n  <value>«pw»</value>',
      '<param-name>smtp.password</param-name><param-value>«pw»</param-value>',
      '<param-name>encryption-key</param-name>\n<param-value>«pw»</param-value>',
      '<property name="Manager Password">«pw»</property>',
      '<nvpair name="passwd" id="a" value="«pw»"/>',
      '<nvpair id="a" name="community" value="«c»"/>',
    ],
    others: [
      '<password></password>',
      '<passwordPolicy>',
      '<password>$db</password>',
      '<name>password.file</name>\n<value>/etc/pw</value>',
      '<x name="community" value="c"/>',
    ],
  },
  {
    // An attribute of WildFly, and a value on a line of its own.
    id: 'credential-store',
    keywords: [
      'clear-text=',
      '<password value',
      '<secret value',
      'password>',
      'passphrase>',
      'secret>',
      'token>',
    ],
    pattern: pattern(
      r`(?:(?:clear-text|<(?:password|secret) value)[ ]?=[ ]?"([^"\r\n]{1,512})|(?<=credential-reference=\{[^{}\r\n]{0,80})clear-text=([^\s"{},]{1,512})|(?:password|passphrase|secret|token)>\r?\n[ \t]{0,64}([^<>\s][^<>\r\n\0]{0,511})(?=\r?\n[ \t]{0,64}</))`,
    ),
    allowed: notSecret,
    matches: [
      '<PASSWORD value = "«hunterfalcon»"/>',
      '<credential-reference clear-text="«pw»"/>',
      'key-store=tls:add(path=a.p12,credential-reference={clear-text=«granite»})',
      '<password>\n    «two words»\n  </password>',
    ],
    others: [`clear-text="$\{VAULT::a::b}"`, 'clear-text=yes', '<password>\n  <value/>'],
  },
  {
    // The key of a digest of Logstash.
    id: 'fingerprint-key',
    keywords: ['key => "'],
    pattern: pattern(r`(?<=\bfingerprint[ ]{0,2}\{[^{}]{0,300})key => "([^"%$\r\n]{1,256})(?=")`),
    matches: [
      'filter { fingerprint { source => "message" method => "SHA256" key => "«granite»" target => "x" } }',
      'fingerprint {\n  method => "SHA256"\n  key => "«granite»"\n}',
    ],
    others: ['redis { data_type => "list" key => "logstash" }', 'fingerprint { key => "${KEY}" }'],
  },
  {
    // A parameter of a device in TR-069, in scripts and logs of its server.
    id: 'device-parameter',
    keywords: ['password",', 'passphrase",', 'presharedkey",', 'keypassphrase",'],
    pattern: pattern(
      r`(?<="(?:internetgateway)?device\.[\w.]{0,160})(?:password|(?:key)?passphrase|presharedkey)",[ ]{0,2}(?:\{value: \d{1,12}\},[ ]{0,2}\{value: )?"((?:[^"\\\r\n]|\\[^\r\n]){1,256})(?=")`,
    ),
    allowed: notText,
    matches: [
      'declare("InternetGatewayDevice.ManagementServer.ConnectionRequestPassword", {value: 1}, {value: "«gra-nite»"});',
      '[["Device.WiFi.1.KeyPassphrase","«gr\\"anite»","xsd:string"]]',
    ],
    others: ['"password", "name"', '"x.password", { a: 1 }'],
  },
  {
    // In PowerShell.
    id: 'secure-string',
    keywords: ['ConvertTo-SecureString'],
    pattern: pattern(r`ConvertTo-SecureString[ ]{1,4}(?:-String[ ]{1,4})?${inQuotes}`),
    allowed: notText,
    matches: ["$password = ConvertTo-SecureString '«two words»' -AsPlainText -Force"],
    others: ['$password = ConvertTo-SecureString $text -AsPlainText', 'ConvertTo-SecureString "$text"'],
  },
  {
    // A structure or a map as Go prints it.
    id: 'structure-value',
    keywords: ['password:', 'passwd:', 'secret:', 'token:', 'password=[', 'secret=[', 'token=['],
    pattern: pattern(
      r`(?:(?<=(?:map\[|\{)[^\r\n\]}]{0,200})(?:password|passwd|secret|token):([^\s\]}"'{[]{3,256})(?=[ ]\w{1,32}:|[\]}])|(?<=[{ ]\w{0,24})(?:password|secret|token)=\[([^\]\s,]{1,256})(?=\][,}]))`,
    ),
    allowed: notSecret,
    matches: [
      'map[password:«a-b-c» user:bob]',
      '&{User:bob Password:«abcDef» Host:h}',
      '{username=[b], password=[«Granite3x»]}',
    ],
    others: ['map[token:nil]', 'x password:abc y:z', '{password: abc}'],
  },
  {
    id: 'named-value',
    keywords: ['pass', 'secret', 'token', 'apikey', 'api_key', '_pwd', 'encryption_key', 'private_key'],
    pattern: pattern(
      r`(?<=(?:name|key|option|setting|property|variable|param(?:eter)?)\\{0,3}["']?[ \t]{0,4}[:=][ \t]{0,4}\\{0,3}["']?[\w./-]{0,64})(?:${passwordKey}|secret|token|(?:api|encryption|private)_?key|_pwd)${keyEnd}(?:\\{0,3}["'][ \t]{0,4},\s{0,32}|[ \t]{0,4}(?:,|\r?\n)[ \t]{0,32})(?:["']?\w{1,24}["']?:[ ]?["']?[\w.-]{1,40}["']?(?:,\s{0,32}|\r?\n[ \t]{1,32}))?(?:\\{0,3}["'])?(?:value|val|current|default)(?:\\{0,3}["'])?[ \t]{0,4}:[ \t]{0,4}${value}`,
    ),
    notAt: call,
    allowed: notSecret,
    rest: valueRest,
    matches: [
      '- name: DB_PASSWORD\n  value: «abc1»',
      '- name: MYSQL_PWD\n  value: "«abc»"',
      '{"name":"mgr/x/API_TOKEN","value":"«abc1»"}',
      '"Key": "DB_PASSWORD",\n  "Value": "«abc1»"',
      '{"option": "smtp_password", "level": "basic", "current": "«abc1»"}',
      '{"name": "x_encryption_key", "value": "«0zwz+Co=»"}',
    ],
    others: ['- name: DB_PASSWORD\n  valueFrom: x', 'name: password-file'],
  },
  {
    id: 'secret-list',
    keywords: ['pass', 'secret', 'token'],
    pattern: pattern(
      r`(?:(?<=["']\w{0,32})(?:password|passphrase|secret|token)s?["'][ \t]{0,4}:[ \t]{0,4}\[[ \t]{0,4}["']|(?<=(?:^|[{,;])[ \t-]{0,40}(?:[\w.]{1,24}_)?)(?:password|secret|token)s[ \t]{0,4}[:=][ \t]{0,4}\[[ \t]{0,4}["'](?=[^"'\]\s]{12})(?=[^"'\]\s]{0,64}\d))([^\]\r\n]{1,512}?)(?=["'][ \t]{0,4}\])`,
    ),
    allowed: notText,
    matches: [
      '"password": [ "«Rocket27*", "Qm7TzR4kW9xL»" ],',
      'in: { valid_tokens: [ "«Qm7TzR4kW9xLp2VbN8sYd3Hc", "Qm7TzR4kW9xLp2VbN8sYd3Hc»" ] }',
    ],
    others: ['tokens: ["IF", "ELSE2"]', '"tokens": []', '"password": [ { "a": 1 } ]', "'password': [x"],
  },
  {
    // Secrets in assignments and calls of source code.
    id: 'code-secret',
    keywords: ['token', 'secret', 'pass', 'api_key', 'apikey', 'access_key', 'private_key'],
    pattern: pattern(
      r`(?:token|secret|passw(?:or)?d|api_?key|(?:access|private|secret)_key|(?<=_)pass)["']?(?:[ ]string|\}(?=[ ]?=[ ]?["']))?[ ]{0,2}(?:[:?.!=]{0,3}=|(?<=[ ]"\w{0,48}"[ ])(?=")|(?<=\([^()\r\n]{0,64}["']),(?=[ ]{0,2}["'][^"'\s\x60]{0,63}\d))[ ]{0,2}["'\x60](?!-)([^"'\x60\s]{8,512})(?=["'\x60])`,
    ),
    entropy: 2,
    allowed: notToken,
    unless: notProse,
    matches: [
      'var xToken string = "«a1b2c3d4e5»"',
      "$ENV{PGPASSWORD} = '«a1b2c3d4e5»';",
      'X_TOKEN ::= "«a1b2c3d4e5»"',
      'System.setProperty("X_TOKEN", "«a1b2c3d4e5»")',
      'modparam("uac", "auth_password", "«hcJNOt]L33»")',
      'if (api_key !== "«a1b2c3d4e5»") {',
      'device_property "S3_SECRET_KEY" "«a1b2c3d4e5»"',
    ],
    others: ['token = "the-name"', '("token", "value")', 'f("secret", "$SECRET")'],
  },
  {
    id: 'table-row',
    keywords: ['pass', 'secret', 'token'],
    pattern: pattern(
      r`(?<=^\|?[ ]{0,4}(?:\d{1,8}[ ]{0,8}\|[ ]{1,4})?[\w.-]{0,48})(?:${passwordKey}|secret|token)${keyEnd}[ ]{1,64}\|[ ]{1,4}(?:\w{1,24} [\w ]{1,80}\|[ ]{1,4})?([^\s|]{1,512})(?=[ ]{0,256}(?:\||\r?$))`,
    ),
    notAt: call,
    allowed: notToken,
    unless: mixedCase,
    matches: [
      '| admin_password  | «pw1»  |',
      ' 18 | smtp_password | «pw1» | Password to use',
      'smtp_password    | SMTP password    | «Otter9110»',
      'app.jwt_secret      | «Qm7TzR4kW9xLp2V/» | database',
    ],
    others: [
      '| password | varchar(255) | NO |',
      '| password | string |',
      '| token | Value |',
      '| password | the password |',
    ],
  },
  {
    id: 'defined-constant',
    keywords: ['define('],
    pattern: pattern(
      r`define\([ \t]{0,4}["']\w{0,64}(?:pass|secret|_key|_salt)\w{0,32}["'][ \t]{0,4},[ \t]{0,16}(?:\[[ ]?["'][\w.@-]{1,64}["'],[ ]{0,2})?${inQuotes}`,
    ),
    allowed: notText,
    matches: [
      "define('DB_PASSWORD', '«abc1»');",
      "define( 'AUTH_KEY',         '«M(>9.5Ch0\"|1»' );",
      'define("NONCE_SALT", "«a(b c»");',
      "define( 'WP_REDIS_PASSWORD', [ 'bob', '«B9e=)»' ] );",
    ],
    others: [
      "define('DB_PASSWORD', '');",
      "define('DB_PASSWORD', getenv('PW'));",
      "define('API_KEY', '<key>');",
    ],
  },
  {
    id: 'login-call',
    keywords: [
      'login(',
      '.auth(',
      'authenticate(',
      'basicauth(',
      'userpass(',
      'createaccount(',
      'ftp(',
      '_connect(',
      'getconnection(',
      "mysql('",
      'mysqli(',
      'new pdo(',
      'curlopt_userpwd',
      'dbi:',
      ' connect(',
      '__construct(',
      'ldap_bind(',
      'auth=(',
      'auth = (',
      "authentication': (",
    ],
    pattern: pattern(
      r`(?:(?:(?:login|(?<=[\w)])\.auth|authenticate|basicauth|userpass|createaccount)\(|(?<![a-z])ftp\([ \t]{0,4}["'][\w.-]{1,128}["'],)[ \t]{0,4}${named}["'][^"'\r\n]{1,128}["'][ \t]{0,4},[ \t]{0,4}${named}|(?:(?<=mysqli?)_connect|getconnection|mysqli|new pdo|[ ]connect|__construct)\([^,()\r\n]{1,200},[ \t]{0,4}["'][^"'\r\n]{1,64}["'][ \t]{0,4},[ \t]{0,4}|mysql\(${tableArgument.repeat(4)}|ldap_bind\((?:Object\([^()\r\n]{1,64}\)|[^,()\r\n]{1,64}),[ ]{0,4}["'][^"'\r\n]{1,128}["'],[ ]{0,4}|auth(?:entication')?[ ]?[=:][ ]?\([ ]{0,2}["'][^"'\r\n]{1,128}["'],[ ]{0,2}|dbi:\w{1,16}:[^"'\r\n]{0,200}["'][ \t]{0,4},[ \t]{0,4}["'][^"'\r\n]{0,64}["'][ \t]{0,4},[ \t]{0,4}|curlopt_userpwd[ \t]{0,4},[ \t]{0,4}(?=["'])(?=["'][^"'\r\n:]{1,64}:))${inQuotes}`,
    ),
    allowed: notSecret,
    matches: [
      "conn.login('bob@example.com', '«hunter»', function(err) {",
      "db.auth('bob', '«granite-x»')",
      "db.getSiblingDB('admin').auth('root', '«granite-x»');",
      'HTTPBasicAuth("bob", "«p w»")',
      'client.auth_userpass("bob", "«p,w»")',
      "realm.createAccount('bob', '«p,w1»')",
      'ftplib.FTP("h.example", "bob", "«pw1»")',
      'smtp.login(user="bob", password="«p w1»")',
      "$db = mysqli_connect('h', 'bob', '«pw1»', 'db');",
      'DriverManager.getConnection(url, "bob", "«pw1»");',
      "@dsn = ( ['DBI:mysql:database=m;host=h', 'amavis', '«pw1»'] );",
      "DBI connect('database=x','app','«pw1»') failed",
      "FROM mysql('db1:3306', 'shop', 'orders', 'bob', '«pw1»')",
      "new PDO('mysql:host=h;dbname=d', 'bob', '«pw1»')",
      'curl_setopt($ch, CURLOPT_USERPWD, "«bob:pw1»");',
      "ldap_bind(Object(LDAP\\Connection), 'cn=web,dc=x', '«pw1»')",
      "requests.get(url, auth=('bob', '«pw1»'))",
    ],
    others: [
      'login(user, password)',
      "passport.authenticate('local', { failureRedirect: '/' })",
      'authenticate("bob", "$PW")',
      "my_connect('h', 'bob', 'db1')",
      "ldap_bind($ds, 'cn=web,dc=x', $pw)",
    ],
  },
  {
    id: 'list-value',
    keywords: ['password', 'passwd', 'secret', 'token', 'api-key', 'api_key', '-auth"', '-verify"'],
    pattern: pattern(
      r`(?:(?:(?:password|passwd|secret|token)\w{0,3}|(?<=x-[\w-]{0,24})(?:api-key|token|secret|-auth|-verify))["']:[ ]?\[u?["']([^"'\r\n]{1,256})(?=["']\])|(?<=\["[\w-]{0,24})(?:api[_-]key|token|secret|password)",[ ]?"([^"\r\n]{4,512})(?="\])|(?<=\[[^\]\r\n]{1,120}[ ])password,[ ]?"([^"\r\n]{4,512})(?="[ ]?\]))`,
    ),
    allowed: notSecret,
    matches: [
      "<QueryDict: {'password1': ['«qdictPw»'], 'x': ['y']}>",
      '[["x-api-key","«qn1Ef46g»"],["accept","a"]]',
      '- [ mysqladmin, -u, root, password, "«Granite3x»" ]',
      '{"X-Api-Key":["«Qm7TzR4kW9xL»"],"Accept":["*/*"]}',
      '"headers": {"X-Registry-Auth": ["«hunterfalcon»"]}',
    ],
    others: ["'passwords': ['a', 'b']", '["token", "id", "name"]', '-no-auth": ["GET"]'],
  },
];
