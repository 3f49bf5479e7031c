import type { Rule } from '../match/rule.js';
import { casedPattern, mixedCase, notProse, notSecret, notToken, pattern } from './fragments.js';

const r = String.raw;

/** Secrets in sentences of messages, and where users or programs put them by mistake. */
export const spokenSecretRules: readonly Rule[] = [
  {
    id: 'spoken-token',
    keywords: [
      'refresh token',
      'access token',
      'bearer token',
      'session token',
      'community string',
      'community "',
      'otp secret',
      'console token ',
      'for token ',
      'with credentials ',
    ],
    pattern: pattern(
      r`(?:(?:refresh|access|bearer|session) token:?[ ]{1,2}["']?(?=[^\s"']{0,64}\d)([\w.~+/=-]{16,512})(?![^\s"',;.)])|community(?: string)? "([^"\r\n]{1,64})(?=")|otp secret:? ([a-z2-7]{16,64})(?!\w)|(?:console|for) token ([\da-f]{8}-[\da-f-]{27})|with credentials (?=[^\s]{0,64}\d)([^\s"'/:]{5,128})(?=[ \t]{0,4}\r?$))`,
    ),
    allowed: notToken,
    unless: mixedCase,
    matches: [
      'refresh token «Qm7TzR4kW9xLp2VbN8sYd» expired',
      'Received community string "«c0mm»" from h',
      'bind with credentials «Granite3x»',
      'community "«m9cdurm29»" refused',
      'generated totp secret «KLLWB355B2YUAGX64GJGJ25M» for bob',
      'otp secret: «KLLWB355B2YUAGX64GJGJ25M» for bob',
      'vnc console token «0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9» for x',
    ],
    others: [
      'refresh token expired',
      'the access token endpoint',
      'with credentials in x',
      'community string "public',
    ],
  },
  {
    // Words before it show that a value follows. Letters alone would be prose.
    id: 'spoken-password',
    keywords: ['password ', 'passphrase ', 'secret ', 'psk ', 'community ', 'token '],
    pattern: pattern(
      r`(?<=\b(?:with|using|setting|given|trying|wrong|bad|invalid|incorrect|received|use|shared|chap|new|failed:|user(?:name)? [\w.@-]{1,64},?) |[:\]] )(?:password|passphrase|secret|psk|community(?: name)?|token)(?: is| was)?:?[ ]{1,2}(?![\[\]/])(?=[^\s]{5})((?:[a-z]{3,16}-[a-z]{3,16}-[a-z]|[^\s"'()<>{}|\d!@#$%^&*+=~]{0,64}[\d!@#$%^&*+=~])[^\s"'()<>{}|]{0,127}?)(?=[.,;:]?(?:\s|$))`,
    ),
    allowed: new RegExp(
      `${notToken.source}|^(?:(?:sha|md|aes|des|utf|oauth|base|ipv|rfc|scram|hmac|ntlmv|http|tls|v|pbkdf|[rhep]s)[-_]?\\d{1,4}.*|.*(?:\\.[a-z]{1,4}|://.*|=.*|\\(.*|,.*|\\*{2,}.*))$`,
      'i',
    ),
    unless: notProse,
    matches: [
      'wlan0: Setting passphrase «welcome32x»',
      'hostapd: wlan0: passphrase «r7kV8kDr9B» for station x',
      'RADIUS shared secret «Thunder2872%»',
      'TRAP with community «Qm7TzR4kW9xLp2» received',
      'trying bob with password «RVCAE!rF1AnQBrq» failed',
      'username bob, password «za4Nj79o06»',
    ],
    others: [
      'with password sha256',
      'using token base64',
      'using password file.txt',
      'invalid token at line-12',
      'with secret $SECRET',
      'new password 8 characters',
    ],
  },
  {
    // Upper- and lower-case letters and digits, mixed as in no word of a message.
    id: 'random-in-message',
    keywords: [
      'token ',
      'secret ',
      'password ',
      'pass ',
      'psk ',
      'key ',
      'AUTH ',
      'AUTH" "',
      'community name ',
      ' key=',
      ' code=',
      'passphrase ',
    ],
    pattern: casedPattern(
      r`(?:(?:[Tt]oken|[Ss]ecret|[Pp]assword|[Pp]assphrase|(?<=[ "])pass|PSK|psk|(?<=[Aa]ctivation |API |api |[Aa]ccess |[Ss]ecret )key|AUTH|community name)(?: (?:is|was|found|issued|created|for [\w.@-]{1,64}|[a-z]{2,12}(?=:)))?:?[ ]["'([]?|AUTH" "| key=| code=)(?!\w{0,20}(?:SHA|HMAC|Hmac|AES|MD\d|RSA|EC))(?=[^\s"']{0,32}[A-Z])(?=[^\s"']{0,32}[a-z])(?=[\w+/=.~!@#$%^&*-]{10})((?!\.)[a-zA-Z_+/=.~!@#$%^&*-]{0,32}\d[\w+/=.~!@#$%^&*-]{0,254})(?=["')\]]{0,2}[.,;:]?(?:\s|$))`,
    ),
    entropy: 2.8,
    allowed: new RegExp(`${notSecret.source}|^[a-z]+=\\d+\\.?$`, 'i'),
    matches: [
      'Token query: «Qm7TzR4kW9xLp2VbN8sY»',
      'API key created: «Qm7TzR4kW9xLp2VbN8sY»',
      'webhook secret «Qm7TzR4kW9xLp2VbN8sY» mismatch',
      'invalid token "«Qm7TzR4kW9xLp2VbN8sY»"',
      'map[value1:Token «Qm7TzR4kW9xLp2VbN8sYd3HcJ»]"',
      'Redis AUTH «Qm7TzR4kW9xLp2Vb»',
      'app[13]: key=«Qm7TzR4kW9xLp2VbN8» expired',
    ],
    others: [
      'password PBKDF2WithHmacSHA1',
      'token is Bearer',
      'it should pass desiredCapacityHint=0.',
      'the secret is in /etc/Xy1/abcdef',
      'key SHA256withRSA1',
    ],
  },
  {
    // A variable that a message names; its name is in capitals.
    id: 'variable-in-message',
    keywords: ['_key ', '_token ', '_secret ', '_password ', '_pass '],
    pattern: casedPattern(
      r`(?<=\b[A-Z][A-Z\d_]{1,40})_(?:KEY|TOKEN|SECRET|PASSWORD|PASS) (?:is|was|set to|to|->)[ ]{1,2}["']?(?=[^\s"']{0,64}\d)([^\s"'(){}<>]{6,256}?)(?=["']?[.,;:]?(?:\s|$))`,
    ),
    allowed: new RegExp(`${notToken.source}|^v?\\d[\\d.]*$`, 'i'),
    matches: [
      'app[1]: AWS_SECRET_ACCESS_KEY is «Qm7TzR4kW9xLp/2VbN8sY/d3HcJ6fG»',
      "set API_TOKEN to '«Granite3x»'.",
    ],
    others: ['PRIMARY_KEY is not set', 'API_KEY to v1.2.3', 'the api_key is Granite3x'],
  },
  {
    // Lists of logins that people keep: a user and a password with a slash between them.
    id: 'written-login',
    keywords: ['admin / ', 'istrator / ', 'root / ', 'operator / '],
    pattern: pattern(
      r`(?:(?<=^|[\s:])(?:admin|root|operator)|(?<=admin)istrator) / (?=[^\s]{0,64}[\d!@#$%^&*+])([^\s\0"'/:][^\s\0"'/:]{4,127})(?=[ \t]{0,8}\r?$)`,
    ),
    allowed: notToken,
    unless: notProse,
    matches: [
      'Kreuzschiene   10.99.0.10   admin / «6BnX3eMw»',
      '* iLO of db4: Administrator / «AUAH-6V1»',
      'alter Server: h1, Login root / «72cadb00»',
    ],
    others: ['root / 100%', 'the admin / owner2 of it'],
  },
  {
    id: 'one-time-code',
    keywords: [
      'otp ',
      'one-time ',
      'verification code',
      'login code',
      'pin":',
      'pin ',
      'otp:',
      'otp=',
      'two-factor code',
      'otp":',
      "otp'='",
      'pin for ',
      'pin is',
      'pin: ',
      'pin =',
      'pin=',
      'pin-value=',
      'cpin="',
      'admin-pin ',
    ],
    pattern: pattern(
      r`(?<![a-z])(?:(?:otp|one-time (?:code|password|passcode)|(?:verification|login) code|pin(?= is|: | for ))(?: code)?(?: for [\w.@-]{1,64})?(?:[ ]?[:=]| is)[:=]?[ ]{0,40}"?|two-factor code(?: is|:)?[ ]|otp[ ](?=\d{6,8}(?!\d))|(?<=^[ \t]{0,8}(?:[\w$.]{1,40}[._])?)pin[ ]?=[ ]?|cpin="(?=\d{4,8}")|pin":[ ]?"?|pin[ ](?=\d{4,8}[ \t]{0,4}(?:\r?$|\())|admin-pin[ ]|(?<=[{(][^{}\r\n]{0,200}[,{( ])pin=(?=\d{4,10}[,})])|(?<=[ ?&])pin=(?=\d{4,10}(?:[ ,&]|\r?$))|otp(?:":[ ]?"?|'='))(\d{4,10})(?![\w-]|\.\w)|pin-value=([\w.%~-]{4,64})`,
    ),
    matches: [
      'PIN is «6998908»',
      '  pin: "«4406»"',
      'UserDto{id=5, pin=«7741», roles=[USER]}',
      'authenticateUser(Admin, pin=«121696») -> OK',
      'reset PIN for 0171555 is «482913»',
      'open by=bob pin=«4711» door=3',
      '{"otp":"«904817»"}',
      "vpn: secrets: 'otp'='«933265»'",
      'two-factor code «5974875» sent',
      'pin = «3699»',
      'curl --data {"pin":"«6858»"} https://h',
      'Receiver   keys locked, PIN «06663»',
      'Your login code is «6168». Never share.',
      'M.badge_pin = «10070»',
      'OK \'AT+CPIN="«90686»"\'',
      '# Web: Admin-PIN «14406115»',
      'otp = «968414»',
      '802-1x.pin:                             «57820849»',
      'ap_pin=«36994711»',
      'pkcs11:object=ca;pin-value=«4471-9920» /usr/lib/x.so',
      'OTP «478447» accepted',
      'OTP for bob: «478447»',
      'your one-time code is «2118267»',
    ],
    others: ['otp for bob', 'one-time password of 12345', 'otp length is 6', 'otp 12'],
  },
  {
    // A password where a user name belongs: no name has such signs, or small letters after digits and capitals.
    id: 'mistyped-password',
    steps: 8_000,
    keywords: ['invalid user ', 'FAILED LOGIN '],
    pattern: casedPattern(
      r`(?:[Ii]nvalid user |FAILED LOGIN [^\r\n]{1,60}? FOR ['"]?)(?![^\s@]{1,64}@[\w-]{1,63}\.)(?=[^\s'"]{0,40}[!#%^&*+=~?]|[^\s'"]{0,40}\d[^\s'"]{0,40}@|(?=[^\s'"]{0,40}[A-Z])(?=[^\s'"]{0,40}\d[a-zA-Z]))([^\s'"\\/]{6,64}?)(?=['"]?(?:,|\s|$))`,
    ),
    matches: [
      'Invalid user «jK2vPbx8J» from 10.0.0.9 port 4242',
      'FAILED LOGIN 1 FROM tty1 FOR «Monkey76@», User not known',
    ],
    others: [
      'Invalid user bob2 from 10.0.0.9',
      'Invalid user JSmith01 from h',
      'invalid user bob.S1@example.com from h',
    ],
  },
  {
    id: 'inserted-password',
    keywords: [
      'password,',
      'password)',
      'password`',
      'password_',
      'passwd,',
      'passwd)',
      'passwd`',
      'pass,',
      'pass)',
    ],
    pattern: pattern(
      r`(?<=insert [^\r\n()]{1,100}\([^()\r\n]{0,120})(?:`,
      [0, 1, 2, 3]
        .map(
          (count) =>
            r`(?<=\([ ]{0,2}${r`[^(),\r\n]{1,40},[ ]{0,2}`.repeat(count)}["\x60]?\w{0,16})pass(?:w(?:or)?d)?\w{0,12}["\x60]?(?:,[^()\r\n]{0,120})?\)[ ]{0,4}values[ ]{0,4}\([ ]{0,2}${r`[^(),\r\n]{1,64},[ ]{0,2}`.repeat(count)}`,
        )
        .join('|'),
      r`)'([^'\r\n]{1,256})`,
    ),
    allowed: notSecret,
    matches: ["INSERT INTO users (name, password) VALUES ('bob', '«iWz7jPV8B»')"],
    others: [
      "INSERT INTO users (name, password) SELECT 'a', 'b'",
      "INSERT INTO t (password_id, n) VALUES (1, 'x')",
    ],
  },
  {
    id: 'key-message',
    keywords: [
      'api key',
      'secret key',
      'access key',
      'encryption key',
      'shared key',
      'unseal key',
      'master key',
      'recovery key',
      'api-key:\\',
      'credentials',
    ],
    pattern: pattern(
      r`(?:(?:api|secret|access|encryption|shared|unseal|master|recovery) key(?: \d{1,2})?(?: \([^()\r\n]{1,40}\))?(?: is)?:?[ ]{1,2}["']?(?=[^\s"']{0,64}\d)([\w+/=.~-]{8,512})(?![^\s"',;.)])|(?<=x-)api-key:\\ ([\w+/=.~-]{8,512})|credentials:?[ ](?:for |are )?[\w.-]{1,64}(?:/|:| / | : )(?:([^\s"'@/][^\s"'/]{2,127})(?=@[\w.-]{1,64}(?:[\s,]|$))|([^\s"'/]{3,128})(?=[ \t]{0,4}$)))`,
    ),
    allowed: notToken,
    unless: notProse,
    rest: r`\w+/=.~-`,
    matches: [
      'Using API key: «Granite3xyz1»',
      'secret key is «Granite3xyz1»',
      'X-API-Key:\\ «Granite3xyz»',
      'with credentials bob/«Granite3x»',
      'Admin credentials: admin / «Granite3x»',
      'Initial credentials are admin / «Granite3x»',
      'Trying credentials bob:«Gran@ite3x»@10.0.0.3',
      'Unseal Key 1: «Qm7TzR4kW9xLp2V+b+N8sYd3HcJ6fGa5Xe1KuE0oiPwQ»',
    ],
    others: ['api key not found', 'the access key is missing', 'credentials in /etc/x', 'api key examples'],
  },
  {
    id: 'statement-key',
    keywords: ["md5('", "sha1('", "sha2('", "crypt('", '_decrypt(', '_encrypt('],
    pattern: pattern(
      r`(?:(?<=pass[\w\x60"]{0,14}[ ]?=[ ]?)(?:md5|sha[12]|(?:en)?crypt)\('([^'\r\n]{1,128})|(?<=aes|des|pgp_sym)_(?:de|en)crypt\([^(),\r\n]{1,100},[ ]?'([^'\r\n]{1,128}))`,
    ),
    allowed: notSecret,
    matches: [
      "WHERE username='admin' AND password=MD5('«admin2000»')",
      "SET user_pass=MD5('«admin2000»') WHERE",
      "SELECT AES_DECRYPT(card, '«aes-key-of-shop»') FROM cards",
    ],
    others: ["SELECT MD5('abc')", 'AES_DECRYPT(card, @key)'],
  },
];
