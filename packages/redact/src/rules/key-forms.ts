import type { Rule } from '../match/rule.js';
import { inQuotes, mixedCase, notProse, notSecret, notToken, pattern } from './fragments.js';

const r = String.raw;

/** The start of a line of configuration, or of an element of a list. */
export const lineStart = r`^[ \t]{0,32}(?:[-#;][ \t]{0,2})?`;
/** The end of a value in quotes, or of a value without them at the end of a line. */
export const end = r`(?=["']?[ \t]{0,4}[,;]?[ \t]{0,4}\r?$)`;
/** A random value: hexadecimal digits, a UUID, or letters of both cases with digits. */
const random = r`(?:((?=[a-f]{0,64}\d)[\da-f]{24,256}|[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|(?=[a-z]{0,8}\d[a-z\d]{0,8}\d)[a-z\d]{24,128})|((?=[^A-Z\s"']{0,64}[A-Z])(?=[^a-z\s"']{0,64}[a-z])(?=[^\d\s"']{0,64}\d)[\w+/.~-]{20,512}={0,2}))`;
/** A value with small letters and digits, so no plain word. */
const mixed = r`(?=[^\s"']{0,64}\d)(?=[^\s"']{0,64}[a-z])`;
/** The text of a JSON string. */
const inside = r`(?:[^"\\\r\n]|\\[^\r\n]){1,512}`;
/** The names of collections of secrets. */
const collection = r`(?:secrets?|tokens|passwords|credentials|(?:api_?|auth_?|access_?)?keys)`;

/** A rule for one entry of a map that is named for secrets. There is one for each place, because a rule masks one value after a keyword. */
function mapRule(id: string, before: number, matches: readonly string[]): Rule {
  const entry = r`["']?[\w.@-]{1,64}["']?[ \t]{0,4}:[ \t]{0,4}`;
  const other = r`${entry}["']?[\w+/=._-]{1,160}["']?,?\s{1,40}`;
  return {
    id,
    keywords: ['secrets', 'tokens', 'passwords', 'credentials', 'keys:', 'keys"'],
    pattern: pattern(
      r`(?<=^[^\r\n#]{0,200}(?<![a-z]))${collection}["']?[ \t]{0,4}:[ \t]{0,4}(?:\{[ \t]{0,4})?(?:\r?\n[ \t]{1,40})?${other.repeat(before)}(?!["']?pub(?:lic)?\b)${entry}["']?${random}(?=["'\s,}]|$)`,
    ),
    entropy: 2.8,
    allowed: notToken,
    unless: mixedCase,
    steps: 9_000,
    matches,
    others: ['keys: all of them', 'credentials: [a, b]', 'secrets:\n  driver: file', 'tokens: {"n": 12}'],
  };
}

/** Keys that show a secret only together with a random value, or with the map or line around them. */
export const keyFormRules: readonly Rule[] = [
  {
    // Key and value with a blank between them. Prose has the same words, so the value must not be a word.
    id: 'spaced-key',
    keywords: [
      '_key ',
      '_key\t',
      'apikey ',
      'apikey\t',
      'key_base64',
      '-key ',
      '_token ',
      '-token ',
      '_token\t',
      '_password ',
      '-password ',
      '-password\t',
      '_passwd ',
      'auth_pass ',
    ],
    pattern: pattern(
      r`(?<=${lineStart}[\w.-]{0,48})(?:(?<=shared|api|app|hmac|secret|private|access|master|auth|encryption|signing|security|community|authentication)[_-]key|apikey|key_base64|[_-](?:token|passw(?:or)?d)|auth_pass)[ \t]{1,40}(?:(?:clear|plain|md5|sha\d{0,3}|encrypted|cleartext|\d)[ \t]{1,4})?(?:${inQuotes}(?=["'][ \t]{0,4};?[ \t]{0,4}\r?$)|(?=[^\s]{0,64}\d)(?=[^\s]{0,64}[a-z])([^\s\0"'=:,;(){}\[\]<>|/][^\s\0"',;(){}]{6,511})(?=[ \t]{0,4};?[ \t]{0,4}\r?$)|([a-z]{3,16}-[a-z]{3,16}-[a-z-]{3,48})(?=[ \t]{0,4}\r?$))`,
    ),
    allowed: notToken,
    unless: notProse,
    matches: [
      '    Shared_Key    «Pi5FSUCPX2»',
      'HMAC_KEY_BASE64     «Qm7TzR4kW9xLp2VbN8sYd3HcJ6fGa5Xe==»',
      '  apikey   «0a1b2c3d4e5f6071»',
      ' area-password md5 «Castle05@»',
      'ucarp-password «granite-hunter-falcon»',
      'inoreader-app-key "«Qm7TzR4kW9xLp2VbN8sY»"',
      'api_token "«Castle05»"',
      '  auth_pass «vrrp70vip»',
    ],
    others: [
      'primary_key id123456',
      'x-password requisite pam_unix2.so',
      'a_token ring1234 is up',
      '  auth_key string',
      'access_key "the key"',
    ],
  },
  {
    // A key that ends in a capitalized word for a password.
    id: 'weak-name',
    steps: 6_000,
    keywords: [
      'pass:',
      'pass"',
      '_pat=',
      '_pat:',
      'signer',
      'signing_salt',
      'otp =',
      'otp=',
      'cookie=',
      'cookie =',
      'auth =',
      'cookie:',
      'creds',
      'cred =',
      'cred:',
      'seed =',
      'seed:',
      'seed":',
      'salt =',
      'login =',
      'write_key',
    ],
    pattern: pattern(
      r`(?<=${lineStart}[\w.$\[{"': ,<-]{0,64})(?:(?<=[a-z])pass(?=["']?:)|_pat|signer|signing_salt|otp|cookie|creds?|seed|salt|login|write_key|auth)["'\]}>]{0,4}[ \t]{0,8}(?:=>|:=|[:=,](?!/))[ \t]{0,16}(?:<<)?["']?(?:${random}|(?<=(?:otp|salt)[ \t"'=:]{1,8})((?=[^\s"']{0,8}\d)\d{6,12}|${mixed}[\w+/=]{8,64})|(?<=pass["']?:[ \t]{1,4}["']?)${mixed}([^\s"'{}\[\],]{8,128}))(?=["']?[ \t>\]})]{0,6}\.?[,;]?[ \t]{0,4}\r?$)`,
    ),
    entropy: 2,
    allowed: new RegExp(`${notToken.source}|^(?:sha\\d+|md5)[:-].*`, 'i'),
    unless: mixedCase,
    matches: [
      '    publishPass: «kT4t^JE^p6KhMoz»',
      'GITHUB_PAT=«Qm7TzR4kW9xLp2VbN8sYd3HcJ6fGa5Xe1KuE0oiP»',
      'config :joken, default_signer: "«Qm7TzR4kW9xLp2VbN8sYd3HcJ6fGa5Xe»"',
      'otp = «381552825»',
      '"random_seed": "«Qm7TzR4kW9xLp2VbN8/sYd3HcJ6fGa»"',
      '      auth = «0a1b2c3d4e5f60718293a4b5c6d7e8f9»',
      '  cookie = "«Qm7TzR4kW9xLp2VbN8sY»"',
      'login = «q7m4z9kx2wlp8vb3nsyd6hc5»',
      'VPN_COOKIE=«Qm7TzR4kW9xLp2VbN8sYd3HcJ6fGa5Xe»',
      '{<<"$write_key">>,<<"«0a1b2c3d4e5f60718293a4b5c6d7e8f9»">>}.',
      '  live_view: [signing_salt: "«bKeMYT7V»"]',
    ],
    others: [
      'login = bob',
      '  auth = sha256',
      'seed: 12',
      'bypass: on',
      'cookie=yes',
      'compass: north1',
      'otp = 1',
      'designer: Some-Body-1',
    ],
  },
  {
    id: 'key-list',
    keywords: ['keys=', 'keys ='],
    pattern: pattern(
      r`(?<=${lineStart}[\w.]{0,48}[_.])keys[ ]?=[ ]?["']?((?=[^\s"']{0,64}\d)[\w+/=:,-]{24,1024})${end}`,
    ),
    entropy: 3,
    allowed: notToken,
    matches: ['APP_PREVIOUS_KEYS=«base64:Qm7TzR4kW9xLp2VbN8sYd3Hc=,base64:Qm7TzR4kW9xLp2VbN8sYd3Hc=»'],
    others: ['sort_keys=a,b', 'HOT_KEYS = ctrl-a'],
  },
  mapRule('secret-map', 0, [
    "secrets:\n  peertube: '«0a1b2c3d4e5f60718293a4b5c6d7e8f9»'",
    'keys:\n  APIabc: «Qm7TzR4kW9xLp2VbN8sYd3HcJ6»',
    '"tokens": {"node1": "«0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9»"}',
    '"credentials":{"solr":"«Qm7TzR4kW9xLp2VbN8sYd3HcJ6fGa5X=»"}',
  ]),
  mapRule('secret-map-second', 1, ["secrets:\n  a: 'x1'\n  b: '«0a1b2c3d4e5f60718293a4b5c6d7e8f9»'"]),
  {
    id: 'long-bracket',
    keywords: ['pass', 'secret', 'token'],
    pattern: pattern(
      r`(?<=[\s,{(][\w.]{0,32})(?:pass(?:word|wd|phrase)?|secret|token)\w{0,16}[ ]{0,4}=[ ]{0,4}\[\[([^\r\n\]]{1,256})(?=\]\])`,
    ),
    matches: ['{ password = [[«a "b" c»]] }'],
    others: ['password = [1]', 'if [[ token = x ]]'],
  },
  {
    id: 'cipher-key',
    keywords: ['cipher_key', 'key encryption key', 'secret id'],
    pattern: pattern(
      r`(?<=${lineStart}[\w.-]{0,48})`,
      r`(?:cipher_key|key encryption key|secret id)["']?[ \t]{0,4}[:=][ \t]{0,4}(?:"([^"\r\n]{4,256})|'([^'\r\n]{4,256})|([^\s"'#][^\r\n#]{3,256}))(?=["']?[ \t]{0,4}\r?$)`,
    ),
    allowed: notSecret,
    matches: [
      '  database_cipher_key: «a long key 88»',
      '  Key Encryption Key = "«tape-2020»"',
      'Secret ID    = «0a1b2c3d-4e5f»',
    ],
    others: ['cipher_key: none', 'the key encryption key is lost'],
  },
  {
    id: 'json-salt',
    keywords: ['salt":', 'salt" :', 'hash="', 'hash":', "hash='"],
    pattern: pattern(
      r`(?:(?<="\w{0,48})salt"[ ]{0,2}:[ ]{0,2}"((?=[^"]{0,64}\d)[\w+/=.-]{12,512})(?=")|hash["']?[=:][ ]?["']([\w+/=.$:-]{16,512})(?=["'],?[ ]{1,4}["']?\w{0,16}salt))`,
    ),
    entropy: 2.5,
    allowed: notToken,
    matches: [
      '{ "a": 1, "email_invite_salt": "«0a1b2c3d4e5f6071»" }',
      '<user hash="«0a1b2c3d4e5f60718293»" salt="x"/>',
    ],
    others: ['"salt": "none"', '"salt": true'],
  },
  {
    // What Jasypt and Maven wrote in place of a password.
    id: 'encrypted-value',
    keywords: ['ENC(', 'master>{'],
    pattern: pattern(r`(?:(?<!\w)ENC\(([\w+/]{16,512}={0,2})(?=\))|master>\{([\w+/]{16,512}={0,2})(?=\}<))`),
    entropy: 3,
    matches: ['app.key=ENC(«Qm7TzR4kW9xLp2VbN8s=»)', '<master>{«Qm7TzR4kW9xLp2VbN8s=»}</master>'],
    others: ['ENC(value)', 'enc(aaaaaaaaaaaaaaaaaaaaaaa)', '<master>{x}</master>'],
  },
  {
    // In the state of Terraform, the text after a value says that it is sensitive.
    id: 'state-value',
    steps: 6_000,
    keywords: ['"value": "', '"result": "'],
    pattern: pattern(
      r`(?:"value": "(${inside})(?=",\s{1,24}"type": "string",\s{1,24}"sensitive": true)|"result": "(${inside})(?=",\s{1,24}"special": )|(?<="bcrypt_hash":[^\r\n]{1,200})"result": "(${inside})|(?<="sensitive": true,\s{1,24}(?:"type": "string",\s{1,24})?)"value": "(${inside}))`,
    ),
    matches: [
      '"value": "«Granite3x»",\n      "type": "string",\n      "sensitive": true',
      '"value": "«a\\"b»",\n "type": "string",\n "sensitive": true',
      '"result": "«zgW+Ass2»", "special": true',
      '"a": { "sensitive": true, "type": "string", "value": "«hunterfalcon»" }',
    ],
    others: ['"value": "x",\n "type": "string"', '"result": "ok", "time": 1'],
  },
  {
    id: 'jwt-section',
    keywords: ['key": "', 'key":"'],
    pattern: pattern(r`(?<="jwt\w{0,16}"[ ]?:\s{0,4}\{[^{}]{0,200}"\w{0,16})key":[ ]?"([^"\r\n]{8,256})`),
    allowed: notSecret,
    matches: ['"Jwt": { "Issuer": "https://a", "Key": "«this is my key for authentication»" }'],
    others: ['"Key": "some value of it"', '"Jwt": { "Key": "$KEY" }'],
  },
];
