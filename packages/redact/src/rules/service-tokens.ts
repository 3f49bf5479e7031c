import type { Rule } from '../match/rule.js';
import { casedPattern, notToken, pattern } from './fragments.js';

const r = String.raw;
/** Text between a token and the name of its service, or of a key that starts with it. */
const gap = r`[\w.-]{0,24}["']?[ \t]{0,4}[=:]?[ \t]{0,4}["']?`;
const hex32 = '0a1b2c3d4e5f69780a1b2c3d4e5f6978';

/** The lines of a list after `chpasswd <<END`, or that cloud-init prints: one rule for each, because a rule masks one secret after a keyword. */
const chpasswdLine = (line: number): Rule => ({
  id: line === 0 ? 'chpasswd-list' : `chpasswd-list-${line + 1}`,
  // The name of the program alone is in every list of files.
  keywords: ['chpasswd <', 'chpasswd<', 'chpasswd -', "'random' passwords"],
  pattern: pattern(
    r`(?:chpasswd[^\r\n<]{0,40}<<-?[ ]{0,2}["']?\w{1,20}["']?[^\r\n]{0,40}|'random' passwords(?:\r?\n(?=\r?\n))?)`,
    r`\r?\n[ \t]{0,16}[\w.-]{1,64}:[^\r\n]{1,256}`.repeat(line),
    r`\r?\n[ \t]{0,16}[\w.-]{1,64}:([^\s]{1,256})`,
  ),
  rest: r`^\s`,
  matches: [
    `chpasswd <<'END'\n${'bob:x\n'.repeat(line)}root:«Granite3x»\nEND`,
    `'random' passwords\n\n${'bob:x\n'.repeat(line)}root:«Granite3x»`,
  ],
  others: ['chpasswd < list\nroot:x', 'chpasswd <<END\nEND', "the 'random' passwords are:x"],
});

/** Tokens whose form is too common to be found alone: the name of the service or key must precede them. */
export const serviceTokenRules: readonly Rule[] = [
  {
    id: 'device-key',
    keywords: ['skey', 'appkey', 'nwkkey', 'ltk', 'irk', 'csrk', ' aes ', 'session key'],
    pattern: pattern(
      r`(?:(?<=nwk|app|nwksint|nwksenc)skey|appkey|nwkkey|(?<![a-z])(?:ltk|irk|csrk)| aes|session key)["']?[ \t]{0,2}[=: ]{1,3}["']?(?:0x)?([\da-f]{32}(?:[\da-f]{16}|[\da-f]{32})?)(?![\da-f])`,
    ),
    matches: [
      `nwkskey «${hex32}» appskey x`,
      `join appkey=«${hex32}» rssi=-88`,
      `ble: { ltk: '«${hex32}»' }`,
      `rekey room, aes «${hex32}»`,
      `key exchange session key «${hex32}» kcv 0a`,
    ],
    others: [`skey ${hex32}`, 'appkey=0a1b', `with aes ${hex32.slice(2)}`],
  },
  {
    id: 'discord-token',
    keywords: ['discord', 'bot '],
    pattern: casedPattern(
      r`(?:(?:[Dd]iscord|DISCORD)${gap}|[Bb]ot )(?<![\w.-])([MNO][\w-]{22,27}\.[\w-]{6}\.[\w-]{27,40})(?![\w-])`,
    ),
    matches: [
      'DISCORD_BOT=«MTIzNDU2Qm7TzR4kW9xLp2Vb.N8sYd3.HcJ6fGa5Xe1KuE0oiPwQm7TzR4k»',
      'Bot «MTA5ODc2Qm7TzR4kW9xLp2VbN8s.Yd3H_c.J-6fG_a5Xe-1Ku_E0oi-PwQ_m7Tz-R4k_W9x»',
    ],
    others: ['discord.js is installed', 'bot is running'],
  },
  {
    id: 'mailchimp-key',
    keywords: ['mailchimp', 'mandrill'],
    pattern: pattern(r`(?:mailchimp|mandrill)${gap}(?<!\w)([0-9a-f]{32}-us\d{1,2})(?![\w-])`),
    matches: [`mailchimp_api = «${hex32}-us12»`],
    others: [`mailchimp ${hex32}`],
  },
  {
    id: 'firebase-server-key',
    keywords: [':APA91b'],
    pattern: casedPattern(r`(?<=AAAA[\w-]{7}):(APA91b[\w-]{64,256})(?![\w-])`),
    matches: [`FCM_SERVER_KEY=AAAAd1b2c3d:«APA91b${hex32}${hex32}${hex32}${hex32}»`],
    others: ['AAAAd1b2c3d:APA91b'],
  },
  {
    id: 'airtable-token',
    keywords: ['airtable'],
    pattern: casedPattern(
      r`(?:[Aa]irtable|AIRTABLE)${gap}(?<!\w)(pat[A-Za-z0-9]{14}\.[0-9a-f]{64}|key[A-Za-z0-9]{14})(?!\w)`,
    ),
    matches: [`airtable: «patAbCd1234EfGh56.${hex32}${hex32}»`, 'AIRTABLE «keyAbCd1234EfGh56»'],
    others: ['airtable keyboard', 'airtable patAbCd1234EfGh56'],
  },
  {
    id: 'new-relic-license',
    keywords: ['newrelic', 'new_relic', 'new relic', 'nria_', 'license_key', 'license key', 'ingest'],
    pattern: pattern(
      r`(?:new[_ ]?relic|nria_|license[_ ]key|ingest)${gap}(?<!\w)([0-9a-zA-Z]{36}NRAL)(?!\w)`,
    ),
    matches: ['NEW_RELIC «eu01xx0123456789abcdef0123456789abcdNRAL»'],
    others: ['newrelic NRAL', 'ingest 0123NRAL'],
  },
  {
    id: 'pagerduty-key',
    keywords: ['pagerduty', 'routing_key', 'routingkey', 'integration_key', 'integrationkey'],
    pattern: pattern(
      r`(?:(?:routing|integration)_?key(?:\\?["'])?[ \t]{0,4}[:=][ \t]{0,4}(?:\\?["'])?([a-z0-9]{32})|pagerduty${gap}(?<!\w)(u\+[\w-]{18}))(?![\w-])`,
    ),
    entropy: 3,
    matches: [`routing_key: «${hex32}»`, 'pagerduty «u+AbCdEfGhIjKlMnOpQr»'],
    others: ['routing_key: orders', 'pagerduty is down'],
  },
  {
    id: 'registry-toml-auth',
    keywords: ['auth = "', "auth = '", 'auth="', 'identitytoken = "', 'identitytoken="'],
    pattern: casedPattern(
      r`(?<=^[ \t]{0,16})(?:auth|identitytoken)[ ]?=[ ]?["']((?=[\w+/=.-]{0,200}[A-Z])(?=[\w+/=.-]{0,200}[0-9=])[\w+/=.-]{12,2048})(?=["'])`,
    ),
    entropy: 3,
    matches: ['[registry]\n  auth = "«Ym9iOkdyQm7TzR4kW9==»"\n', '  identitytoken = "«AbCdEfGh12345678»"'],
    others: ['auth = "none"', 'auth = "scram-sha-256"', 'no_auth = "Ym9iOkdyYW5pdGUzeA=="'],
  },
  {
    id: 'encoded-value',
    keywords: ['%3a%20', '%3a+'],
    pattern: pattern(
      r`(?<=(?:passw(?:or)?d|passphrase|pwd|secret|token|api_?key)(?:%22)?)%3a(?:%20|\+){1,2}(?:%22)?((?:[^\s%&"'<>+]|%(?!26|22|0a|0d|20|2c)[\da-f]{2}){3,512})`,
    ),
    matches: ['password%3A%20«Granite3x»', 'q=api_key%3A+«a%21cd»&x=1', '%22token%22%3A%20%22«abc1»%22'],
    others: ['time%3A%2010', 'password%3A%20'],
  },
  ...[0, 1, 2, 3].map(chpasswdLine),
  {
    id: 'model-key',
    keywords: ['gsk_', 'openai', 'mistral', 'cohere', 'groq', 'deepseek', 'perplexity', 'together', 'gemini'],
    pattern: pattern(
      r`(?:(?<![\w-])gsk_([a-z\d]{40,64})(?![\w-])|(?:openai|mistral|cohere|groq|deepseek|perplexity|together|gemini)["']?[ ]?[:=][ ]?["']?(?=[\w-]{0,64}\d)([\w-]{24,200})(?=["'\s,]|$))`,
    ),
    entropy: 3,
    allowed: notToken,
    matches: ['"mistral": "«Qm7TzR4kW9xLp2VbN8sYd3HcJ6fGa5Xe»"', `gsk_«${hex32}${hex32}»`],
    others: ['"openai": "gpt-4o-mini"', 'together: 12'],
  },
  {
    id: 'composer-token',
    keywords: ['github-oauth', 'gitlab-oauth', 'gitlab-token', '"bearer"'],
    pattern: pattern(
      r`(?:github-oauth|gitlab-oauth|gitlab-token|"bearer)":\s{0,4}\{\s{0,16}"[\w.-]{1,128}":[ ]?"([^"\r\n]{8,256})`,
    ),
    matches: [
      '"github-oauth": {"github.com": "«1f8a16b211e3»"}',
      '"bearer": {"example.org": "«GS70jyG9rCRY»"}',
    ],
    others: ['"bearer": {}', '"github-oauth": {"github.com": ""}'],
  },
];
