import type { Rule } from '../match/rule.js';
import { notSecret, notToken, pattern } from './fragments.js';

const r = String.raw;

/** A cookie with a setting of the display. */
const shown = r`(?:lang(?:uage)?|locale|theme|timezone)=[\w-]{1,16}`;

/** Signed links, webhooks, authorization headers and cookies. */
export const webTokenRules: readonly Rule[] = [
  {
    id: 'authorization-code',
    keywords: ['grant_type=authorization_code&code='],
    pattern: pattern(r`grant_type=authorization_code&code=([\w.~%-]{16,512})`),
    rest: r`\w.~%-`,
    matches: ['grant_type=authorization_code&code=«7c0b9e52-4fd1-b6e7»&x=1'],
    others: ['grant_type=authorization_code&code=x'],
  },
  {
    id: 'zabbix-session',
    keywords: ['"result":"'],
    pattern: pattern(r`(?<=\{"jsonrpc":"2\.0",)"result":"([\da-f]{32})(?=")`),
    matches: ['{"jsonrpc":"2.0","result":"«6c2d83e4b97a01f46d2ca3507fe1ba94»","id":1}'],
    others: ['{"jsonrpc":"2.0","result":"6.0.14","id":1}'],
  },
  {
    id: 'azure-key',
    keywords: [
      'AccountKey=',
      'SharedAccessKey=',
      'SharedAccessSignature=',
      '&sig=',
      '?sig=',
      'account.key.',
      '"keyname"',
    ],
    pattern: pattern(
      r`(?:AccountKey=|SharedAccessKey=|SharedAccessSignature=|[&?]sig=|account\.key\.[\w.-]{1,80}[= \t]{1,4}["']?|"keyName": "\w{1,24}",\s{1,20}(?:"permissions": "\w{1,12}",\s{1,20})?"value": ")([\w+/=%.-]{16,400})`,
    ),
    rest: r`\w+/=%.-`,
    matches: [
      'DefaultEndpointsProtocol=https;AccountKey=«abcdefghij0123456789==»;EndpointSuffix=x',
      'spark.hadoop.fs.azure.account.key.x.dfs.core.windows.net «abcdefghij0123456789==»',
      'https://x/y?sv=1&sig=«abcdefghij0123456789%3D»&se=1',
      '"keyName": "key1",\n  "permissions": "FULL",\n  "value": "«abcdefghij0123456789==»"',
    ],
    others: ['AccountKey=', 'foo&sig=1'],
  },
  {
    id: 'slack-webhook',
    keywords: [
      'hooks.slack.com/',
      'webhook.office.com/',
      'outlook.office.com/webhook/',
      'discord.com/api/webhooks/',
      'api.telegram.org/bot',
      'discovery.etcd.io/',
      'hc-ping.com/',
      '/B0',
    ],
    pattern: pattern(
      r`(?:(?<=\bT0[A-Z\d]{7,9})/B0[A-Z\d]{7,9}/(?=[\w]{20,26}(?!\w))|hooks\.slack\.com/(?:services|workflows)/|webhook\.office\.com/webhookb2/|outlook\.office\.com/webhook/|discord\.com/api/webhooks/\d{1,20}/|api\.telegram\.org/bot|discovery\.etcd\.io/(?!new)|hc-ping\.com/)([\w/@:-]{10,200})`,
    ),
    rest: r`\w/-`,
    matches: [
      'https://hooks.slack.com/services/«T00000000/B00000000/abcdefghij»',
      'https://outlook.office.com/webhook/«a1@b2/IncomingWebhook/c3/d4»',
      'https://api.telegram.org/bot«123456789:ABCdefGhIJKlmNoPQRs»',
      'https://discovery.etcd.io/«0123456789abcdef0123456789abcdef»',
      'https://hc-ping.com/«0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9»',
      'CMD (curl https://hc-ping.com/«5b1c9e77-2d41-4a39-8f0e-91a3c0f2d7e6»)',
      'webhook: T02FK9QRM/B071PX22Q/«Qm7TzR4kW9xLp2VbN8sYd3Hc»',
    ],
    others: [
      'https://hooks.slack.com/services/',
      'discord.com/api/webhooks/12',
      'discovery.etcd.io/new?size=3',
    ],
  },
  {
    id: 'authorization',
    keywords: [
      'authorization',
      'x-auth',
      'bearer ',
      'basic ',
      'x-vault-token',
      'private-token',
      'x-subject-token',
      'x-registry-auth',
    ],
    pattern: pattern(
      r`(?:(?:authorization|x-auth-token|x-subject-token|x-vault-token|private-token|x-registry-auth)(?:\\?["'])?[ \t]{0,4}(?:=>|[:=])[ \t]{0,4}(?:\\?["'])?(?:(?:bearer|basic|token|negotiate|digest|apikey|splunk|kerberos|[a-z][a-z-]{2,24}(?= (?=[^\s"']{0,64}\d)[^\s"']{12}))\\?[ \t]{1,4})?|authorization["']?[ \t]{1,8}["']?(?:basic|bearer|token)[ \t]{1,4}|bearer[ \t]{1,4}|(?<=["'{|])basic[ ](?=[\w+/]{0,64}[\d=])|(?<=[:=]\s{0,4}["']?)basic[ \t]{1,4}(?=[\w+/]{8,2048}={0,2}(?![\w.+/-])))(?!bearer|basic|token|negotiate|username=)([\w+/=.~:$-]{8,2048})`,
    ),
    entropy: 2.2,
    allowed: /^[A-Z]?[a-z]+[.:]?$|^\$/,
    rest: r`\w+/=.~-`,
    matches: [
      'Authorization: Basic «dXNlcjpwYXNz»',
      "-H 'Authorization: Bearer «abc.def_123»'",
      '"authorization":"Token «0a1b2c3d4e»"',
      'sent bearer «Qm_7.TzR-4.kW9x»',
      'Authorization:Token\\ «gAbCdE0c12»',
      '200 99 - - LR-- 1/1 {Basic «Qm7TzR4kW9xLp2V==»} "GET / HTTP/1.1"',
      'X-Auth-Token: «gAbCdE0c12»',
      'Authorization: «9Qabcdefgh»',
      "{'Authorization': 'sso-key «dKy7Hq2:nsMkZUYwT6iG»'}",
      'Authorization: «abcdefgh9»',
      'sent bearer «abcd$efgh9»',
      'headers => { "Authorization" => "Splunk «cb910a9c-b2e0»" }',
    ],
    others: [
      'authorization: required',
      'authorization: Required',
      'authorization: required:',
      'Authorization: Bearer $TOKEN_OF_1',
      'Basic authentication',
      'bearer token authentication',
      'basic concepts1234',
      'Authorization: Digest username="px", realm="proxy"',
      'VENDOR=BASIC EXAMPLE.COM,INC.',
      'x.exp: basic associativity: print x',
    ],
  },
  {
    // The last part of a path in a log, which is enough to do what the part before it names.
    id: 'path-token',
    keywords: [
      '/reset/',
      'reset-password/',
      '/confirm/',
      '/activate/',
      '/invite/',
      '/ping/',
      'hook/',
      'hooks/',
    ],
    pattern: pattern(
      r`(?:/(?:reset|confirm|activate|invite|ping)|reset-password|(?<=[/.-](?:web)?)hooks?)/((?=[\w-]{0,32}\d)(?=[\w-]{0,32}[a-z])[\w-]{20,128})(?=[\s"'?&<>)\]]|$)`,
    ),
    entropy: 2.8,
    allowed: notToken,
    matches: [
      '"GET /password/reset/«0a1b2c3d4e5f60718293a4b5»?email=bob HTTP/1.1"',
      'Pinging https://hc.example.com/ping/«0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9»',
      'POST /api/hook/«0a1b2c3d4e5f60718293a4b5» 200',
    ],
    others: ['lib/hooks/use-previous-value-of-2.js', 'GET /reset/2', 'GET /confirm/of-the-new-mail-address'],
  },
  {
    // Headers of one's own, such as X-Scope-Key, in the words of any client, server or proxy.
    id: 'custom-header',
    keywords: ['-key', '-token', '-secret'],
    pattern: pattern(
      r`(?<=(?<![\w-])x[\w-]{0,48})-(?:key|token|secret)(?:\\?["']|\))?(?:[ \t]{0,4}[:=][ \t]{0,4}(?:\[[ \t]{0,4})?|[ \t]{1,8})(?:\\?["'])?((?=[^\s"']{0,64}\d)[\w+/=.~-]{12,512})`,
    ),
    entropy: 2.8,
    allowed: notToken,
    rest: r`\w+/=.~-`,
    matches: [
      'Executing Set("SIP_HEADER(X-Auth-Key)=«0a1b2c3d4e5f6071»")',
      '# headers: { X-Scope-Key: "«Qm7TzR4kW9xLp2VbN8sYd3Hc»" }',
      '@key header X-Token «0a1b2c3d4e5f60718293a4b5c6d7e8f9»',
      '"header": {"X-Health-Key": ["«0a1b2c3d4e5f60718293a4b5»"]}',
    ],
    others: ['X-Rate-Key: 12', 'X-Api-Key: application/json', 'proxy_set_header X-Y-Key $http_x_y_key_2;'],
  },
  {
    id: 'cookie',
    steps: 9_000,
    keywords: [
      'cookie:',
      'cookie":',
      'set-cookie',
      'sessionid',
      'phpsessid',
      'session_id',
      'sid=',
      '_session',
      'cookie=',
      'session id',
      'session-id',
    ],
    pattern: pattern(
      r`(?:set-cookie2?(?:\\?["'])?[ \t]{0,4}:[ \t]{0,4}(?:\\?["'])?[\w.%-]{1,64}=([^\r\n"'\\\0;]{1,2000})|(?<!set-)cookie2?(?:\\?["'])?[ \t]{0,4}:[ \t]{0,4}(?:\\?["'])?(?:${shown};[ ])?(?:${shown};[ ])?(?!${shown}(?:["'\\\0\s;]|$))[\w.%-]{1,64}=((?:[^\r\n"'\\\0;]|;(?![ ]${shown}(?:["'\\\0\r]|$))){1,2000})|(?:j?session_?id|phpsessid|(?<=[?&; ])sid(?!=[\da-f]{8} [\da-f]{8}\b)|(?<=[\w.])_session|(?<=auth|erlang|magic|session)_?cookie|(?<=^|[ ])cookie(?=='))=["']?([\w+/=%.-]{8,1024})|session[ -]id["']?[:=][ ]{0,2}["']?(?=[\w-]{0,32}\d)([\w-]{16,256}))`,
    ),
    allowed: notSecret,
    rest: r`\w+/=%.-`,
    matches: [
      'Cookie: a=«b; JSESSIONID=0123456789»',
      '"cookie":"connect.sid=«s%3AaRZPP_mq.yeg0»"',
      'Cookie: lang=de; a=«b; c=d»; theme=dark',
      "openconnect[9]: COOKIE='«abcdef012345»' HOST='h'",
      'Set-Cookie: id=«abc»; Path=/; HttpOnly; SameSite=Lax',
      'session id: «0123456789abcdef»',
      'header vmware-api-session-id: «0123456789abcdef»',
      'GET /x;jsessionid=«0123456789ABCDEF» HTTP',
      'PHPSESSID=«abcdef012345»; x',
    ],
    others: [
      'TLS: Initial packet from [AF_INET]198.51.100.4:1194, sid=1a2b3c4d 5e6f7a8b',
      'cookie: 12',
      'Cookie: lang=de',
      'Cookie: theme=dark; lang=de',
      'sessionid=',
      'Set-cookies are: on',
    ],
  },
];
