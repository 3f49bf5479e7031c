/** Joins parts to a pattern that ignores case. */
export const pattern = (...parts: readonly string[]): RegExp => new RegExp(parts.join(''), 'im');

/** Joins parts to a pattern that respects case. */
export const casedPattern = (...parts: readonly string[]): RegExp => new RegExp(parts.join(''), 'm');

const r = String.raw;

const ofToken = '(?:s|issuer|endpoint|lifetime|ttl|id)';

/** An expression for any of the words, grouped by first letter, so that fewer alternatives are tried at each character. */
function anyOf(words: readonly string[]): string {
  const starts = [...new Set(words.map(([first]) => first as string))];
  const endings = (start: string) =>
    words.filter((word) => word.startsWith(start)).map((word) => word.slice(1));
  return `(?:${starts.map((start) => `${start}(?:${endings(start).join('|')})`).join('|')})`;
}

const aboutWords =
  'creation plugin prefix _serial file path dir polic _min _max min(?<!admin) max len _age aging expir warn hist count type alg command cmd program helper prompt quality chang attempt retr _last date field column _env name _ref hint _maps _keys timeout reset mode format sync days lock url uri enable allow require size scheme encrypt encod protocol authentication permit less class flag provider service manager source agent attr interval uuid hashing hashers valid iteration complexity codec label regex strength storage driver query _dsn _host basedn admindn'.split(
    ' ',
  );

/** Not the rest of a key that only describes a secret, of a file name, or of a type of SELinux. */
export const about = r`(?!\w{0,24}_t:s\d|-db[ ]?=[ ]?passwd)(?![\w-]{0,24}\.(?:[chm]|cc|cpp|cs|go|java|[jt]sx?|p[lmy]|php|rb|rs|sh|\d(?:\.xml)?|xml|html?|md|texi?):)(?![\w.-]{0,24}(?:${anyOf(aboutWords)}|${ofToken}(?![a-z])(?<=token[\w.-]{0,24}${ofToken})))`;

/** The word in a key that makes its value a password. */
export const passwordKey = r`(?:(?<!no|challenge|(?:etc|bin)/)passw(?:or)?d|passphrase|passcode|passwort|(?<![a-z]|\w::)(?!(?<=^)pass: )pass(?![a-z])|(?<=db|my|user|root|admin|smtp|mail|ldap|dn|bind|sql|http|cifs|smb|wifi|net|web|redis|pg|sasl|wpa|jdbc|mongo|ftp|proxy|auth|store|key|trust|ssh|require|vnc|login|ipmi|master|storage|priv|_)pass(?![a-z]))`;

/** Words for a password in other languages, in lower case, without accents and with those of UTF-8 and Latin-1. */
export const foreignPassword = r`(?:kennwort|losung|wachtwoord|contrase(?:n[ay]|(?:\xc3[\xb1\x91]|\xf1)a)|senha|palavra[ _-]?passe|mot[ _-]?de[ _-]?passe|mdp|l(?:o|\xc3[\xb6\x96]|\xf6)senord|salasana|has(?:l|\xc5[\x82\x81]|\xb3)o|heslo|parola[ _-]?chiave|geheim(?:nis|wort)|adgangskode|clave)`;

/** Further ones, which are parts of other words. */
export const rareForeign = r`(?:passord|schl(?:ue|\xc3\xbc|\xfc)ssel|jelsz(?:o|\xc3[\xb3\x93]|\xf3)|lozinka|(?<![a-z])(?:klucz|chiave|toegangscode|geslo|parola|parool|losen(?=[^a-z])))`;

/** Words for a secret and a token in other languages. */
export const foreignSecret = r`(?:jeton|gettone|segret[oa]|secreto|segredo|geheim(?:nis)?|sekret|hemlighet|hemmelighed)`;

/** Words for a key in other languages. */
export const foreignKey = r`(?:chiave|chave|llave|sleutel|nyckel|schl(?:ue|\xc3\xbc|\xfc)ssel|klucz|klic|semilla)`;

/** Words before or after `code` in names of codes that are not secret. */
export const publicCodes = r`exit|status|err(?:or)?|country|zip|post(?:al)?|plz|area|lang(?:uage)?|colou?r|bar|qr|http|resp(?:onse)?|ret(?:urn)?|result|currency|iso|product|item|article|artikel|event|reason|char|key|scan|source_?|byte|phone|dial|store|site|shop|branch|filial\w{0,12}|mandant\w{0,12}|customer|merchant|partner|dealer|supplier|lieferant\w{0,12}|account|konto|cust|client\w{0,12}|kunden|fiscal\w{0,12}|tax|sap|gl|cost|kosten|dept|department|station|trans\w{0,12}|typ|type|version|voucher|promo|coupon|rabatt|location|region|state|province|page|set|base|name|point|length|size|path|mirror|review|block|style|challenge|vendor|model|film|time|date|short|auth_|cli_|opc|(?<![a-z])(?:op|rc|uni|en|de|s?sid|[ghmq])(?=[-_]?code)`;

/** The rest of a key that says what a password is for, such as `_bazy`, but not one that describes it. */
export const foreignEnd = r`(?:[._-](?!abl|alter|anz|auf|dat|exp|fil|for|has|hin|lae?n|larg|len|lon|ma|mi|pol|pub|req|typ|url|ver)[a-z\d]{1,16}(?:[._-][a-z\d]{1,16})?)?`;

/** The word in a key that makes its value a secret, unless the value is the name of an object of Kubernetes. */
export const secretWord = r`(?<!existing[_-]?|pull[_-]?|from_?)secret`;

/** The word in a key that makes its value a secret, unless systemd reads it from a file whose name follows. */
export const credentialWord = r`(?<!load|import|inherit)credential`;

/** Rest of a key after the word that marks a secret. */
export const keyEnd = r`${about}[\w.-]{0,32}`;

/** What separates a key from its value: `=`, `:`, `=>` or `:=`, after a closing quote, also in JSON within a string. */
export const separator = r`(?:\\{0,3}["'])?\]?[ \t]{0,16}(?:=>|:=|==?|\\u003d|:(?!:))[ \t]{0,48}`;

/** `separator` without the colon. */
export const equalSign = r`(?:\\{0,3}["'])?\]?[ \t]{0,10}(?:=>|:=|==?|\\u003d)[ \t]{0,10}`;

/** A value in quotes, also escaped ones, those of SQL and of a shell, or single quotes within those of a shell. */
export const quoted = r`[bnu!$]?(?:\\{1,3}"([^"\\\r\n\0]{1,1024})|"((?:[^"\\\r\n\0]|\\[^\r\n]){1,1024})|'\\''([^'\\\r\n\0]{1,256})|'((?:[^'\\\r\n\0]|\\[^\r\n]|''(?=\w)){1,768})|qq?\{([^{}\r\n\0]{1,256})(?=\}))`;

/** A text in quotes, without the closing quote. */
export const inQuotes = r`(?:"((?:[^"\\\r\n\0]|\\[^\r\n]){1,512})|'((?:[^'\\\r\n\0]|\\[^\r\n]|''(?=\w)){1,512}))`;

/** A call, which ends with its parenthesis, or an element of source code. */
export const call = new RegExp(
  r`(?:new |await )?[@$&*]?[a-z_][\w.:>$-]{0,63}(?:\((?:[^()\r\n]{0,100}\)(?=[;,.)\]}\s\\]|$)|[^\r\n]{0,200}\)[;,)}\]]{0,4}(?![^\r\n])|[^\s()]{0,60},(?:[ \t]|$))|\([a-z_][\w ]{0,63}\*\)|[a-z_.]{1,63}\([ \t]{0,4}$|[@$]?[a-z_][\w.:>$-]{0,63}\[[ ]?(?:["'][\w-]{1,64}["']|[:$]?[\w>.-]{0,64})[ ]?\](?=[;,.)\]}\s\\]|$))`,
  'iy',
);

/** What follows a separator that ends a value: the next key, a blank or a quote. */
const ended = r`(?=["'\s\\{})<]|$|[\w.-]{0,16}["']?[=:]|[a-z]{2,6};)`;

/** A value without quotes within a line. */
export const bare = r`([^\s\0"'\\,;&<>(){}\[\]|](?:[^ \t\r\n\0"',;&<>)}\]]|(?![,;&)]${ended})[,;&)]){0,299})`;

/** Not a whole value in quotes. */
export const notQuoted = r`(?!"[^"\r\n]{0,1024}"[ \t;,]{0,8}(?:$|#)|'[^'\r\n]{0,1024}'[ \t;,]{0,8}(?:$|#))`;

/** A value without blanks up to the end of its line, with any signs. */
export const lastToken = r`${notQuoted}(?:([\w.+-]{1,512})(?=[,;][ \t]{0,20}$)|([^\s\0"'{\[|>,&*!][^\s\0]{0,1022})(?=[ \t]{0,20}$|[ \t]{1,20}#)|([^\s\0"'{\[|>,&*!][^\s\0]{1022}))`;

/** An argument without quotes, as ps shows it: it ends at a blank. */
export const bareArgument = r`(?!-|[|;&>(]{1,2}(?:[\s\0]|$))([^\s\0"'](?:[^\s\0"'<]|<(?!/)|["'](?![t/]?[\s\0.,;:)\]}>]|$)){0,510})`;

/** A YAML block of one line. */
export const yamlBlock = r`[|>][-+]?[ \t]{0,8}\r?\n[ \t]{1,32}([^\s\0]{1,1024})`;

/** A value with or without quotes. */
export const value = r`(?:${quoted}|${yamlBlock}|${bare})`;

/** The characters that continue a value beyond its limit. */
export const valueRest = r`^ \t\r\n\0"',;&<>)}\]`;

/** The characters of base64 in its forms. */
export const base64Rest = r`\w+/=-`;

/**
 * An option, if its program is earlier on the line and in the same command. The option is matched first, because looking for the program
 * takes much longer.
 */
export const ofProgram = (programs: string, option: string, reach = 200): string =>
  r`(?=${option})(?<=(?:\b|\\n)(?:${programs})\b[^\r\n|]{0,${reach}})${option}`;

// Each must be the whole value, because a password can contain any of these signs.
const variable = r`[$@](?:__\w{1,16})?\{[^{}]*\}?|(?:\${1,2}\{\w[^{}]*\}?(?:[/:][\w./:-]*)?|\$\([^()]*\)?[.,;]?|\$[a-z_]+(?:\d{1,2}_[a-z_]+)?\d?(?:[/:][a-z_./:-]*)?[#$]?)(?:[ ]#.*)?|\$\d|#\{[\w.@ ]*\}?|\{\{(?:[ ]|[^{}]*\}\}).*|%\w|%\(\w+\)s?|%\{[^{}]*\}?|%<[a-z _-]*>?|%[a-z_.]{2,}%(?:/[\w./-]*)?|@[a-z_.-]+@|__[a-z_]+__|\{\w+://[^{}]*\}`;
const placeholder = r`${variable}|your[ ._-][a-z ._-]*|(?:the|an?|api|user|client|application|consumer|access|private|account) (?:[a-z]+ ){0,2}(?:password|passphrase|token|secret|key)|(?:<|&lt;)[a-z][a-z _.:/-]*(?:>|&gt;)|\[[a-z _-]*\]|[x*.#_-]+|[!*]+|x+`;
const words = r`true\|false|amd64|arm64|i\d86|x86_64|noarch|\d+/(?:tcp|udp|sctp|dccp)|true|false|yes|no|on|off|none|null|nil|undefined|enabled?|disabled?|required|optional|sufficient|requisite|include|default|unset|set|empty|unknown|prompt|ask|never|always|on_create|redacted(?: for [a-z -]+)?|filtered|masked|hidden|protected|string|str|int|bool|text|object|file|files|pam|exop|pam_\w+(?:\.so)?|sss|ldap|nis|md5|s?sha\d+|argon2i?d?|[bs]?crypt|pbkdf2|aes-?\d{3}(?:-[a-z]{3})?|compat|systemd|winbind|plain|basic|for|and|or|is|the|to|of|in|not|was|has|with|from|if|failed|failure|accepted|invalid|incorrect|expired|changed|updated|expires|ok|success|fail|agent|session|account|auth|chauthtok|setcred|your_\w+|userpassword|not_logging_\w+|value_specified_in_no_log_parameter|pk_(?:live|test)_\w+|hmac-sha256:[\da-f]{32,64}|(?:change_?me|\w*(?:passw(?:or)?d|pass|secret|token|key|phrase|value|name))_?here|put your [a-z ]{1,40} here|\d{4}-\d\d-\d\dT\d\d:\d\d[\d:.Z+-]*|enter|again|!(?:vault|secret|env(?:_var)?|ref|getatt|sub|include|reference|lookup)|jwt,[\w=,/.-]+|convertto-securestring`;
const folders = String.raw`app|bin|boot|config|data|dev|etc|home|lib\d*|media|mnt|opt|path|private|proc|root|run|sbin|secrets?|srv|sys|tmp|users|usr|var|vault`;
const paths = r`exec:/.*|classpath:[\w./-]*|(?:file:(?://)?|exec:|<)?(?:(?:\.{1,2}|~|/(?:${folders}))/[\w.@%+*#/-]*|/(?:${folders})?|/(?:[a-z_][a-z._-]+/)+[a-z_*][a-z._*-]+)(?:,\w+(?:=.*)?)?|https?://[^@?\s]*`;

// Code in place of a value: members named after a secret, the name of the next attribute, and calculations.
const members = r`(?:self|this|env|conf(?:ig)?|cfg|settings?|opts?|options|args?|params?|kwargs|props?|ctx|context|module|req|request)\.(?:[a-z_]+\.)*[a-z_]*(?:passw|passphrase|secret|token|credential)[a-z_]*[,;)}]*`;
const code = r`${members}|(?:var|local|module|data|each|random_\w+)\.\w[\w.]*|process\.env\.\w+[,;)}]*|[ ]\w+=|[\w.]+ (?:[-+*/%?]|\|\||&&|if|or|and|[=!]=) .*`;

const noSecret = r`${placeholder}|${words}|${paths}|-?\d{1,3}[;,:]?|0x[\da-f]{1,8}[;,]?|[=:>|-].{0,2}|[a-z]+::[\w:]*`;

/** Values that are not secrets: words, placeholders, paths, short numbers and members of objects. */
export const notSecret = new RegExp(`^(?:${noSecret})$|^(?:${code})$`, 'i');

/** `notSecret` without code, which no setting has. */
export const notSetting = new RegExp(`^(?:${noSecret})$`, 'i');

/** Texts in quotes that are not secrets: words and placeholders. */
export const notText = new RegExp(`^(?:${placeholder}|${words})$`, 'i');

/** `notSecret`, versions, and values of letters only: these are more often names or prose than secrets. */
export const notToken = new RegExp(
  `${notSecret.source}|^_?[a-z]{1,23}([._/-][a-z]{1,23})*[.,:;!?]?$|^\\d{1,7}$|^[~^<>=]{0,2}\\d{1,4}(?:\\.\\d{1,6}){1,3}[,;]?$`,
  'i',
);

/** A passphrase: three or more words with hyphens. Two are prose. */
const phrase = /^[A-Za-z]{3,}(?:-[A-Za-z]{3,}){2,}[.,]?$/;

/**
 * Letters in an order that no name has, such as `BjhXuZMDpvFqaYQl`: in a name, each capital is followed by at least two small letters, or
 * by none. After the sign of a variable, a path or a placeholder, fewer letters are enough.
 */
export const mixedCase =
  /^(?:(?=[A-Za-z]{12,23}$)|[$/<[](?=[A-Za-z]{5,}\d?[>\]]?$))(?![a-z]*(?:[A-Z](?:[a-z]{2,}|(?![a-z])))*\d?[>\]]?$)/;

/** Text that prose never has: the letters of a random password, or the words of a passphrase. */
export const notProse = new RegExp(`${mixedCase.source}|${phrase.source}`);
