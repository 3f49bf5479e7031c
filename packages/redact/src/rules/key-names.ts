import type { Rule } from '../match/rule.js';
import { call, casedPattern, inQuotes, mixedCase, notSecret, notToken, pattern } from './fragments.js';

const r = String.raw;
const lineStart = r`(?<=^[ \t]{0,32}(?:(?:export|set|const|var)[ \t]|#?-[ ]|[#;][ \t]{0,2})?`;
const sign = r`(?::? string)?["']?\]?[ \t]{0,32}(?:=>|[=:])[ \t]{0,8}`;
const value = r`(?:${inQuotes}(?=["'])|\x60([^\x60\r\n\0]{1,256})(?=\x60)|([^\s\0"'][^\s\0]{0,511})(?=,?[ \t]{0,8}\r?$|[ \t]{1,32}[#;]))`;

/** Not the rest of a name that shows a key which is no secret. */
const notPublic = r`(?<!cert '[^'\r\n]{0,60}|(?:pub(?:lic)?|user\.signing|host|foreign|primary|cache|gpg|map|sort|partition|idempotency|site|group|translation|dict|image|object|lock|dedup|widget|routing|row|sig)[_. -]?)`;
/** Digits, a UUID, or letters of both cases with digits. */
const random = r`((?=[a-f]{0,64}\d)[\da-f]{16,128}|[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})|(?=[a-z\d]{0,32}[A-Z])(?=[\w+/-]{0,64}\d)([\w+/-]{20,512}={0,2})|(?<=["'])(?!\w{1,16}:)(?=[^\s"']{0,64}\d)(?=[^\s"']{0,64}[!%*+~^@#&])([^\s"'<>\\]{20,512})`;

/** Keys at the start of a line without pass, secret or token in their names. */
export const keyNameRules: readonly Rule[] = [
  {
    id: 'named-key',
    keywords: [
      'pw =',
      'pw=',
      'pw:',
      'authkey',
      'auth_key',
      'salt',
      'skey',
      'psk',
      'authcode',
      'xorkey',
      'auth_code',
      'activation_code',
      'activationcode',
      'alarm_code',
      'encrypt',
      'cookie_hash',
      'pepper',
      'k_g',
      'snmp_r',
      'md5_cred',
      'mka-cak',
      'mka_cak',
      'pass =',
      'pass  ',
      'pass=',
      'pass string',
      'pass: string',
      "pass'",
      'pass"',
    ],
    pattern: pattern(
      lineStart,
      r`["']?(?:[\w.$\[\]'"-]{0,48}(?:[_.'"$-]|[a-z]{3}(?=pw|pass|salt)(?<!com|mpas|tres|imp|over|nder|low|high|and|all|one|two|multi|irst|cond|ngle|.by)))?)(?:pw|(?<=[a-z])pass(?!:(?! string))|k_g|auth_?key|(?:auth|activation|alarm)_?code|(?:salt|pepper)(?=["'\]]{0,2}[ \t]{0,8}(?:=>|[=:])[ \t]{0,8}["']?[^\s"']{0,64}\d)|skey|psk|xorkey|snmp_r[ow]|md5_cred|mka[_-]cak|encrypt(?=[ ]{0,32}=)|(?:cookie_hash|encrypt(?:ion)?)(?=": ?"[\w+/]{22,43}=))${sign}(?!true|false|yes|no)${value}`,
    ),
    allowed: new RegExp(
      `${notSecret.source}|^(?:WPA.*|(?:aes|des|tls|starttls|ssl|always|optional)[\\w-]*|\\d{1,4}|\\w*pass|[a-z_]+\\.[a-z_.]+;?|\\[["'].*)$`,
      'i',
    ),
    notAt: call,
    unless: mixedCase,
    matches: [
      "$settings['hash_salt'] = '«aGranite3x»';",
      'hash_salt = «aGranite3x»',
      'authkey = «Granite3xyz»',
      'psk=«granitegranite»',
      'pw = «Granite3x»',
      '$pw = "«granite»"',
      'masterPw="«Granite3x»"',
      'const TicketSalt = "«0a1b2c3d4e5f»"',
      '\tauditPass  = `«granite»`',
      'var auditPass string = "«granite»"',
      "const mailPass: string = '«granite»';",
      'remotepass = «welcome64»',
      '  - CS2_RCONPW=«granite-hunter-falcon»          # (RCON)',
      'AuthCode=«Granite3x»',
      'XorKey=«Granite3x»',
      '    "ActivationCode": "«Qm7TzR4kW9xLp2VbN8sY»"',
      '# encrypt               = "«Qm7TzR4kW9xL=»"   // x',
      'snmp_ro=«n3tr34d»',
      'mka-cak=«0a1b2c3d4e5f60718293»',
      '  "encrypt": "«Qm7TzR4kW9xLp2VbN8sYd3Hc=»",',
      'md5_cred=«0a1b2c3d4e5f60718293a4b5c6d7e8f9»',
      '  pepper: "«Granite3x»"',
      '"cookie_hash": "«Qm7TzR4kW9xLp2VbN8sYd3Hc=»",',
    ],
    others: [
      'bypass = one1',
      'namepass = ["http_2"]',
      'ResultPass = Impl.second;',
      'encrypt = yes',
      'psk=$PSK',
      'pw: none',
      'authkeys = 1',
      'skeyfile = x',
    ],
  },
  {
    id: 'license-key',
    keywords: ['license', 'licence', 'lizenz', 'licenza', 'licencia', 'serial_key', 'product_key'],
    pattern: casedPattern(
      r`(?:[Ll]icen[sc]e|LICEN[SC]E|[Ll]izenz(?:schl(?:ue|\xc3\xbc)ssel)?|LIZENZ|[Ll]icen(?:za|cia)|(?:[Ss]erial|SERIAL|[Pp]roduct|PRODUCT)(?=_))(?:[_-]?(?:[Kk]ey|KEY|[Cc]ode))?(?:${sign}|(?<= --licen[sc]e(?:-key)?) )["']?((?=[^\s"']{0,64}\d)[A-Z0-9]{4,12}-[A-Z0-9]{4,12}-[A-Z0-9-]{4,64})(?![\w.-])`,
    ),
    matches: [
      'license = «AAAA-BBBB-1234-CCCC»',
      'wmsd --license «AAAA-BBBB-1234-CCCC»',
      '"licenseKey": "«Q7M4Z-9KX2W-LP8VB»"',
      'lizenz: «AAA6-BB33A-V01P9-CCCCC»',
    ],
    others: ['license: GPL-2.0-or-later', 'License: BSD-3-Clause', 'license=MIT'],
  },
  {
    // A key that only its random value shows to be a secret.
    id: 'random-key',
    steps: 6_000,
    keywords: ['key =', 'key=', 'key:', "key'", 'key"', 'key   '],
    pattern: pattern(
      r`(?:(?<=^[ \t]{0,24}(?:[-#;][ \t]{0,2}|option[ \t]|(?:public|var|const|export)[ \t])?[\w.$"'\[\]>= -]{0,64})${notPublic}key["'\]]{0,2}[ \t]{0,16}(?::?=>?|:)[ \t]{0,8}["']?(?!AAAA)(?:${random})(?=["']?[ ]?[\])}]{0,2}[ \t]{0,4}[,;]?[ \t]{0,4}\r?$)|(?<=[ ][a-z]{2,24})key="((?=[a-f]{0,64}\d)[\da-f]{32,256})(?=")|(?<=[ \0]--?[a-z][\w.-]{0,48})${notPublic}key=(?:${random})(?=[\s\0"]))`,
    ),
    entropy: 2.8,
    allowed: notToken,
    unless: mixedCase,
    matches: [
      "$config['des_key'] = '«Qm7TzR4kW9xLp2VbN8sYd3Hc»';",
      '    api key = «0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9»',
      '<machineKey validationKey="«0A1B2C3D4E5F60718293A4B5C6D7E8F9»" x="1"/>',
      'java -Dx.sensitive.props.key=«Qm7/TzR4kW9xLp2VbN8/sYd3HcJ6fG==» -cp x',
      'Key=«0A1B2C3D4E5F60718293A4B5C6D7E8F9»',
      "$config['des_key'] = '«QmT~R4kW9xLp2VbN8^Yd3Hc»';",
      "'crypt' => [ 'key' => '«0a1b2c3d4e5f60718293a4b5c6d7e8f9»' ],",
      '  key       = "«Qm/7TzR4kW9xLp2VbN8sYd3HcJ6fGa5X»"',
      'certificateKey: «0a1b2c3d4e5f60718293a4b5c6d7e8f9»',
    ],
    others: [
      'PublicKey = aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789aBcDeFg=',
      'key = 12',
      "Loaded X.509 cert 'Build time key: 0a1b2c3d4e5f60718293a4b5c6d7e8f9'",
      'hostkey: 0a1b2c3d4e5f60718293a4b5c6d7e8f9',
      'user.signingkey=4AEE18F83AFDEB23',
      'key: value of something',
    ],
  },
  {
    id: 'token-line',
    keywords: [
      '_token',
      '-token',
      '.token',
      'api-key',
      'api_key',
      'access_key',
      'auth_key',
      'secret_key',
      'swift_key',
      'store_key',
      'heartbeat_key',
      'archiver_key',
      'encryption_key',
      'hmac_key',
    ],
    pattern: pattern(
      r`(?<=^[ \t]{0,8}[\w.$@:'"\[\]-]{0,64})(?:(?:[_.-]token|(?:api|access|auth|secret)[_-]key)["'\]]{0,2}[ \t]{0,8}=[ \t]{0,8}["']?([\w+/.=~]{1,128}-[\w+/.=~-]{1,256})|(?:api|access|auth|secret)[_-]key=([a-z]{8,64})|(?:swift|(?<=swift_)store|heartbeat|archiver|encryption|hmac)_key[ \t]{0,8}[=:][ \t]{0,8}["']?([a-z]{8,64}))(?=["']?[ \t]{0,8}\r?$)`,
    ),
    allowed: notSecret,
    matches: [
      'slack_token = «abc-def-ghi»',
      'api-key=«abc-def-ghi»',
      'api-key=«hunterfalcon»',
      "default['app']['x_token'] = '«abc-def-ghi»'",
      'swift_store_key = «hunterfalcon»',
      "MAILMAN_ARCHIVER_KEY = '«hunterfalcon»'",
    ],
    others: [
      'heartbeat_key = required',
      'encryption_key: the one of',
      'data_store_key = customer',
      'slack_token = abc',
      'csrf_token = a - b',
    ],
  },
  {
    id: 'table-pair',
    keywords: ['pass', 'secret', 'token', 'api_key'],
    pattern: pattern(
      r`(?<=^["']?[\w.-]{0,48})(?:pass(?:word|wd|phrase)?|secret|token|api_key)["']?,(?:"([^",\r\n]{3,256})(?="[ \t]{0,4}\r?$)|(?!["'])(?=[^\s,]{0,64}\d)([^\s,"']{3,256})(?=[ \t]{0,4}\r?$))`,
    ),
    allowed: notSecret,
    matches: ['db_password,«Granite3x»', '"password","«Gra nite»"'],
    others: ['password,email', 'token,count,1'],
  },
  {
    id: 'xfrm-key',
    keywords: ['auth-trunc ', 'auth ', 'enc ', 'aead ', ', key '],
    pattern: pattern(
      r`(?:(?<=^[ \t]{1,8})(?:auth-trunc|auth|enc|aead) [\w()-]{2,40} 0x([0-9a-f]{16,256})|(?<=PN \d{1,20}, state \w{2,3}), key ([0-9a-f]{16,64}))`,
    ),
    matches: [
      '\tauth-trunc hmac(sha256) 0x«0123456789abcdef01» 128',
      ' 0: PN 1, state on, key «0123456789abcdef01»',
    ],
    others: ['\tauth-trunc hmac(sha256) 128', 'the auth key'],
  },
  {
    // A user and a password in one value, after a key that names both.
    id: 'login-pair',
    keywords: ['_user=', 'auth_pair', 'userpass', 'user.info=', '_userpwd', 'user_auth'],
    pattern: pattern(
      r`(?:(?<!swift)_user|auth_pair|userpass|(?<=auth\.)user\.info|_userpwd|user_auth)["']?(?:[ \t]{0,8}=|:|(?<=userpass))[ \t]{0,8}["']?[a-z][\w.@-]{0,63}:([^\s"'/][^\s"']{2,255})(?=["']?[ \t]{0,4}\r?$)`,
    ),
    allowed: notSecret,
    matches: [
      'CONCOURSE_ADD_LOCAL_USER=admin:«Granite3x»',
      'vars.http_vhost_auth_pair = "mon:«Granite3x»"',
      'netcam_userpass cam:«Granite3x»',
    ],
    others: ['DB_USER=app', 'db_user=app:$PW', 'SSH_USER=a:/x'],
  },
];
