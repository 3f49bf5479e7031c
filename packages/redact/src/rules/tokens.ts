import type { Rule } from '../match/rule.js';
import { base64Rest, casedPattern, pattern } from './fragments.js';

const r = String.raw;
/** Characters of a long token that a pattern reads: the rest follows from its form, and costs nothing more. */
const longToken = 255;

/** Tokens that a prefix makes known: the prefix, and the characters after it. */
const prefixed = (
  id: string,
  prefixes: readonly string[],
  rest: string,
  least: number,
  most: number,
  example: string,
): Rule => ({
  id,
  keywords: prefixes,
  pattern: casedPattern(
    r`(?<![A-Za-z0-9])((?:`,
    prefixes.map((prefix) => prefix.replace(/[.$]/g, '\\$&')).join('|'),
    most < longToken ? `)[${rest}]{${least},${most}})(?![${rest}])` : `)[${rest}]{${least},${longToken}})`,
  ),
  ...(most >= longToken && { rest }),
  matches: [`x «${example}» y`, `k="«${example}»"`, `a:«${example}»\n`],
  others: [prefixes[0] as string, `x${example}`, `${prefixes[0]}-!`],
});

const letters = (count: number): string => 'a1B2c3D4e5F6g7H8j9K0'.repeat(10).slice(0, count);
const hex = (count: number): string => '0a1b2c3d4e5f6978'.repeat(10).slice(0, count);

/** Tokens of clouds, version control, CI and registries. */
export const tokenRules: readonly Rule[] = [
  prefixed('aws-access-key', ['AKIA', 'ASIA', 'ABIA', 'ACCA'], 'A-Z0-9', 16, 16, 'AKIAQ2W3E4R5T6Y7U8J9'),
  {
    id: 'aws-secret-key',
    keywords: [
      'aws_secret',
      'secretaccesskey',
      'secret_access_key',
      'secret_key',
      'awssecret',
      'aws_session_token',
      'sessiontoken',
    ],
    pattern: pattern(
      r`(?:aws_secret(?:_access)?_key(?:_id)?|awssecretkey|(?:aws_)?session_?token|secret_?access_?key|secret_key)(?:\\?["'])?[ \t]{0,8}[=:][ \t]{0,8}(?:\\?["'])?([\w+/=-]{20,1024})`,
    ),
    entropy: 3,
    rest: base64Rest,
    matches: [
      'aws_secret_access_key = «wJalrXUtnFEMIk7MDENGbPxRfiCYzzzzzzzzKEYx»',
      '"SecretAccessKey" : "«wJalrXUtnFEMIk7MDENG+bPxRfiCY/zzzzzzKEYx»"',
    ],
    others: ['aws_secret_access_key = ', 'aws_secret_access_key: {{ lookup }}'],
  },
  prefixed('google-api-key', ['AIza'], r`\w-`, 35, 35, `AIza${letters(35)}`),
  prefixed('google-oauth-token', ['ya29.', 'GOCSPX-'], r`\w.-`, 20, 2000, `ya29.${letters(40)}`),
  prefixed(
    'github-token',
    ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'],
    r`\w`,
    30,
    255,
    `ghp_${letters(36)}`,
  ),
  prefixed(
    'gitlab-token',
    ['glpat-', 'gldt-', 'glrt-', 'glcbt-', 'glptt-', 'glft-', 'glsoat-', 'glagent-', 'GR1348941'],
    r`\w.-`,
    20,
    300,
    `glpat-${letters(20)}`,
  ),
  prefixed(
    'slack-token',
    ['xoxb-', 'xoxp-', 'xoxa-', 'xoxr-', 'xoxs-', 'xapp-', 'xoxe.', 'xoxe-'],
    r`\w.-`,
    10,
    255,
    `xoxb-123456789012-${letters(24)}`,
  ),
  prefixed(
    'stripe-key',
    ['sk_live_', 'rk_live_', 'sk_test_', 'rk_test_', 'whsec_'],
    r`\w`,
    16,
    255,
    `sk_live_${letters(24)}`,
  ),
  prefixed('npm-token', ['npm_'], 'A-Za-z0-9', 36, 36, `npm_${letters(36)}`),
  prefixed('pypi-token', ['pypi-AgE', 'pypi-AgN'], r`\w-`, 50, 1000, `pypi-AgE${letters(60)}`),
  prefixed('docker-token', ['dckr_pat_', 'dckr_oat_'], r`\w-`, 20, 100, `dckr_pat_${letters(27)}`),
  prefixed('vault-token', ['hvs.', 'hvb.', 'hvr.'], r`\w-`, 20, 500, `hvs.${letters(24)}`),
  prefixed('openshift-token', ['sha256~'], r`\w-`, 40, 50, `sha256~${letters(43)}`),
  prefixed('digitalocean-token', ['dop_v1_', 'doo_v1_', 'dor_v1_'], 'a-f0-9', 64, 64, `dop_v1_${hex(64)}`),
  prefixed('hugging-face-token', ['hf_', 'api_org_'], 'A-Za-z', 30, 50, `hf_${'aBcDeFgHiJ'.repeat(4)}`),
  prefixed(
    'openai-key',
    ['sk-proj-', 'sk-ant-', 'sk-svcacct-', 'sk-or-v1-'],
    r`\w-`,
    20,
    300,
    `sk-proj-${letters(48)}`,
  ),
  prefixed('sendgrid-key', ['SG.'], r`\w.-`, 60, 80, `SG.${letters(22)}.${letters(43)}`),
  prefixed(
    'shopify-token',
    ['shpat_', 'shpca_', 'shppa_', 'shpss_'],
    'a-fA-F0-9',
    32,
    32,
    `shpat_${hex(32)}`,
  ),
  prefixed('grafana-token', ['glsa_', 'glc_'], r`\w+/=`, 32, 500, `glsa_${letters(40)}`),
  prefixed('atlassian-token', ['ATATT3', 'ATCTT3', 'ATBB'], r`\w=-`, 24, 300, `ATATT3${letters(60)}`),
  prefixed('databricks-token', ['dapi'], 'a-f0-9', 32, 32, `dapi${hex(32)}`),
  prefixed('pulumi-token', ['pul-'], 'a-f0-9', 40, 40, `pul-${hex(40)}`),
  prefixed('linear-token', ['lin_api_'], 'A-Za-z0-9', 40, 40, `lin_api_${letters(40)}`),
  prefixed(
    'new-relic-key',
    ['NRAK-', 'NRJS-', 'NRII-', 'NRIQ-', 'NRAA-', 'NRRA-'],
    r`\w-`,
    19,
    48,
    `NRAK-${letters(27)}`,
  ),
  prefixed('sonar-token', ['sqp_', 'squ_', 'sqa_'], 'a-f0-9', 40, 40, `squ_${hex(40)}`),
  prefixed(
    'age-key',
    ['AGE-SECRET-KEY-1'],
    'A-Z0-9',
    50,
    70,
    `AGE-SECRET-KEY-1${'Q2W3E4R5T6'.repeat(5)}Q2W3E4R5`,
  ),
  prefixed('tailscale-key', ['tskey-'], r`\w-`, 16, 100, `tskey-auth-${letters(30)}`),
  prefixed('sourcegraph-token', ['sgp_'], r`\w`, 40, 100, `sgp_${hex(40)}`),
  prefixed('notion-token', ['ntn_', 'secret_'], 'A-Za-z0-9', 43, 60, `ntn_${letters(46)}`),
  prefixed('artifactory-token', ['AKCp', 'cmVmdGtu'], 'A-Za-z0-9', 50, 100, `AKCp${letters(69)}`),
  prefixed('facebook-token', ['EAA'], 'A-Za-z0-9', 60, 400, `EAA${letters(80)}`),
  prefixed('cloudflare-key', ['v1.0-'], 'a-f0-9-', 150, 200, `v1.0-${hex(24)}-${hex(146)}`),
  prefixed('encoded-jwt', ['ZXlKaGJHY2lPa'], r`\w+/=`, 40, 4000, `ZXlKaGJHY2lPa${letters(60)}`),
  {
    id: 'openai-old-key',
    keywords: ['sk-'],
    pattern: casedPattern(r`(?<![A-Za-z0-9])(sk-[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20})(?![A-Za-z0-9])`),
    matches: [`x «sk-${letters(20)}T3BlbkFJ${letters(20)}» y`],
    others: ['sk-learn is installed'],
  },
  {
    id: 'telegram-token',
    keywords: [':AA'],
    pattern: casedPattern(r`(?<=(?<![\w:.])\d{8,10}):(AA[\w-]{32,34})(?![\w-])`),
    matches: [`bot 123456789:«AA${letters(33)}»`],
    others: ['52:54:00:AA:bb:cc'],
  },
  {
    id: 'aws-key-pair',
    keywords: ['AKIA', 'ASIA'],
    pattern: casedPattern(r`A[KS]IA[A-Z0-9]{16}["']?[\s,:;|]{1,4}["']?([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])`),
    entropy: 3.5,
    matches: [
      'x AKIAQ2W3E4R5T6Y7U8J9,«wJalrXUtnFEMIk7MDENG/bPxRfiCYzzEXAMPLEKE» y'.replace('x AKIA', 'x,AKIA'),
    ],
    others: ['AKIAQ2W3E4R5T6Y7U8J9 is a key'],
  },
  {
    id: 'k3s-token',
    keywords: ['::server:', '::node:', '::kubelet:'],
    pattern: casedPattern(r`(?<=(?<!\w)K10[0-9a-f]{64})::(?:server|node|kubelet):([\w.]{16,128})(?!\w)`),
    matches: [`K10${hex(64)}::server:«${hex(32)}»`],
    others: ['a::server:b'],
  },
  {
    id: 'saml-message',
    keywords: ['SAMLResponse', 'SAMLRequest'],
    pattern: pattern(r`SAMLRe(?:sponse|quest)(?:=|["'][ \t]{0,4}[:=][ \t]{0,4}["'])([\w+/=%]{16,2048})`),
    rest: r`\w+/=%`,
    matches: ['SAMLResponse=«PHNhbWxwOlJlc3BvbnNl»&x=1'],
    others: ['SAMLResponse is valid'],
  },
  prefixed('jwt', ['eyJ'], r`\w.=-`, 40, 4000, `eyJhbGciOiJIUzI1NiJ9.${letters(30)}.${letters(30)}`),
];
