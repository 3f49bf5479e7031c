import { once } from '../match/once.js';
import type { ValueTest } from '../match/rule.js';
import { credentialWord, foreignEnd, foreignPassword, notSetting, secretWord } from './fragments.js';
import type { SecretFiles } from './secret-files.js';

/** Files with secrets at known places in each line. */
export interface SecretColumns extends SecretFiles {
  /** Matches in a line, as often as it can; its groups are the secrets. */
  readonly line: RegExp;
  /** Whole values that are no secrets, such as references. */
  readonly allowed?: ValueTest;
  /** Must match one of the two lines before, such as the name of a value that is on a line of its own. */
  readonly after?: RegExp;
  /** Must match the line in brackets that began the section, or the line that began the block: it ends with a colon or a bracket. */
  readonly within?: RegExp;
  /** Words in lower case. Every line that `after` or `within` matches contains one of them, in any case. Undefined if no such words are known. */
  readonly placeWords?: readonly string[] | undefined;
  /** Lower case: each line in which `line` matches contains one of these, whatever its case. Saves time. Default: any line may match. */
  readonly words?: readonly string[] | undefined;
  /** Whether `line` matches the names of columns instead, each followed by a blank, in the line that begins a table. */
  readonly table?: true;
  /** Whether the lines after a secret that start with a blank continue it, as in LDIF. */
  readonly folded?: boolean;
}

/** A row of a table. Its expression is compiled on first use, because most hosts have few of the files. */
export type ColumnRow = Omit<SecretColumns, 'line'> & { readonly line: () => RegExp };

const r = String.raw;

/** The expression for a line; its groups are the secrets. */
export const columns = (source: string, flags = ''): (() => RegExp) =>
  once(() => new RegExp(source, `dg${flags}`));

/** The start of a line of a file with columns, also of one that is disabled. */
export const entry = r`^\s*(?:#(?=\S)(?!.*(?:passw|secret|key)))?(?!#)`;

const doubleQuote = r`"((?:[^"\\]|\\.)+)`;

/** A value in single quotes, which it can contain doubled or after a backslash. */
export const singleQuoted = r`'((?:[^'\\]|\\.|'')+)'`;

/** A value in single or double quotes. */
export const quotedValue = r`${doubleQuote}"|${singleQuoted}`;

/** A column in quotes, or up to the next blank. */
export const quotedOrWord = r`(?:${doubleQuote}|${singleQuoted}|([^\s"]\S*))`;

/** Values that say where a secret is, and those of `notSetting`. */
export const noValue = new RegExp(
  `${notSetting.source}|^(?:exec:.*|%[\\w.]+%/.*|AAAA[BCE]\\S+|sha256//.*|ENC\\[.*|\\$A\\$005\\$THISISACOMB\\w*|random_\\w+\\.[\\w.-]+|builtin|simple|read|write|redacted .*|[~^]?\\d+(?:\\.\\d+){1,3}|sha256:[\\da-f]{64}|[\\w./-]+\\.(?:key|pem|crt|cer|p12|pfx|jks|pub|txt|conf|json|ya?ml)|<.*>|<set to the key .*|pk\\.[\\w.-]+|[^\\s]*\\{\\{.*|[a-z\\d-]+(?:\\.[a-z\\d-]+)+/[\\w.-]+|\\$\\{\\{.*\\}\\}|\\$\\w+/.*)$`,
  'i',
);

/** The start of a setting, also of one that is disabled, exported, in quotes or an element of a list. */
const settingStart = r`^[ \t]{0,40}(?:[#;]{1,2}[ \t]{0,4})?(?:-[ \t]{1,4})?(?:export[ \t]{1,4})?["']?`;

/** A value in quotes, or up to the end of the line or a comment. */
const settingValue = r`(?:${quotedValue}|(?![|>][-+]?[ \t]*$|![a-z]|[#;]+(?:[ \t]|$)|[\[{(]|[&*]\w+[ \t]*$)([^\s"'](?:\S|[ \t]{1,8}(?=[^\s#;]))*?)(?=[,;]?[ \t]*$|[,;]?[ \t]+[#;]))`;

/** Settings whose value is a secret whatever it is: their names, and the sign after them. */
const settingsWith =
  (start: string, sign: string) =>
  (names: string): Pick<ColumnRow, 'line' | 'allowed'> => ({
    line: columns(`${start}(?:${names})${sign}${settingValue}`, 'i'),
    allowed: noValue,
  });

/** Settings with an equals sign or a colon. */
export const settings = settingsWith(
  settingStart,
  r`["'\]]{0,2}[ \t]{0,40}(?:[=-]>|:?=|:(?=[ \t"']))[ \t]{0,40}`,
);

/** Settings with a blank. */
export const directives = settingsWith(r`^[ \t]{0,40}(?:#|;)?`, r`[ \t]{1,40}(?!=)`);

/** Words before `key` that make it a name of something public, or of a place. */
const publicKeys =
  'pub public primary foreign sort partition cache hot group order unique index object host map row tag label meta routing message record lookup shard range bucket short function arrow escape compose modifier mod leader prefix bind registry sub data type column field file path dir name id kv not any no trusted captcha_site known kms ipc access consumer satellite topology time timeout gpg pgp val mon don tur _re pusher_app social_auth_\\w{1,40} \\bi'.split(
    ' ',
  );

/** Whose code is a secret. */
const codes =
  'access|activation|coffre|tiroir|menu|auth|admin|alarm(?:anlage)?|arm|backup|bootloader|disarm|door|duress|enroll?(?:ment)?|freigabe|freischalt|gate|guest|install(?:er)?|invite|join|keypad|link(?:ing)?|lock(?:er)?|master|operator|override|panel|pairing|pin|recovery|reset|registration|safe|schliess\\w{0,8}|schloss|security|sicherheits|sperr|supervisor|tech(?:nician|niker)?|terminal|tresor|t(?:ue|\\xc3\\xbc)r|unlock|zugangs|zugriffs|zutritts';

/** Words for a secret at the end of a name. */
const secretEnds = [
  r`passw(?:or)?d\d?`,
  'phrase',
  'passcode',
  r`(?:pw|passw(?:or)?d|pass|admin|login)_?(?:hash|md5|sha\d+)`,
  '(?<!by|com|no|tres)pass',
  'ps?wd',
  '(?<!no|get|set|ch)pw',
  '(?<![os])pin',
  'puk',
  'pre[._-]?shared',
  '[._-](?:psk|salt|pat|creds?|sak|cak)',
  'newrelic[._]license(?:_key)?',
  'psk',
  r`${secretWord}(?:[_.-]?(?:access[._-]?)?(?:key|value))?`,
  '(?<!initial_|public_|public_?key)token(?:_key|_secret)?',
  r`(?<=[a-z\d][._-]?)(?<!(?:${publicKeys.join('|')})s?[._-]?|^[#;]?handle\w{1,20})key(?:_base64|_secret|data|_read_only)?`,
  'redis_?auth',
  '(?:session|secret|api|signing|encryption|cookie|auth)_?keys',
  'authtok',
  'community(?:_string|[._-]?(?:r[ow]|read|write|get|set|trap))?',
  'snmp[._-](?:r[ow]|read|write)',
  r`(?:erlang_|magic_|node\.)cookie`,
  'cookie_?hash',
  '(?<!ba)salt',
  'pepper',
  '[._-](?:dek|kek|bearer)',
  '[._-]key_?[ab]',
  r`${credentialWord}s?`,
  'api_hash',
  '(?:crypto|hash|key|otp)[._-]?seed',
  '[th]?otp',
  r`(?:${codes})[._-]?codes?`,
  r`[a-z\d][._-]unlock`,
  r`(?:passwort|${foreignPassword}|tajny_?klic|cle_?(?:api|wpa))${foreignEnd}`,
].join('|');

/** Names that end in a word for a secret. The end is looked at last: most names have another one. */
export const secretName = r`[\w.:/\[(\x80-\xff-]{1,100}(?=["'\]})]{0,3}[ \t=:,<>])(?<=${secretEnds})`;

/** The equals sign of a variable that is named for a secret, after one of some characters. Most lines have none or few of these signs. */
export const secretVariable = (before: string): string =>
  r`=(?<=(?:PASS|PASSWD|PASSWORD|PASSPHRASE|SECRET|SECRET_KEY|TOKEN|APIKEY|(?<!(?<!SECRET_)ACCESS)_KEY|_PIN|_PW|_PWD|_PSK|_PAT|_SALT|CREDENTIALS|COMMUNITY|COOKIE)=)(?<=${before}[A-Za-z_]\w{0,64}=)`;
