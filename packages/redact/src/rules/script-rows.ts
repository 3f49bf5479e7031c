import { type ColumnRow, columns, noValue, quotedValue, secretName } from './column-row.js';
import { foreignKey, foreignSecret, publicCodes } from './fragments.js';
import { json, programs } from './settings.js';

const r = String.raw;

/** Scripts that administrators write. */
const scripts = [
  '*.sh',
  '*.bash',
  'usr/local/bin/*',
  'usr/local/sbin/*',
  'root/bin/*',
  'home/*/bin/*',
  'opt/*/bin/*',
  'cron.d/*',
  'cron.daily/*',
  'cron.hourly/*',
  'cron.weekly/*',
  'crontab',
  'crontabs/*',
  'rc.local',
];

/** Settings. */
const files = [
  '*.conf',
  '*.cfg',
  '*.ini',
  '*.yml',
  '*.yaml',
  '*.toml',
  '*.properties',
  '*.env',
  '*.lua',
  ...json,
];

/** Markup, and settings whose names end otherwise. */
const markup = [
  'etc/*/*.xml',
  'opt/*/*.xml',
  'opt/*/*/*.xml',
  'srv/*/*.xml',
  '*.rc',
  '*.cnf',
  '*.service',
  'etc/default/*',
  'etc/sysconfig/*',
  'etc/conf.d/*',
  '*compose.yml',
  '*.sql',
];

/** Not a path, a host, an address, a code page or a digest. */
const noName = r`(?!\$|[^"'\s]*(?:://|@[\w-]+\.|\.[a-z]{2,}$)|(?:utf|iso|latin|sha|md5|aes|tls|ssl|ipv|http)[\w-]*["'\s])`;

/** An argument that does not look like a name: it has letters of both cases with digits, a sign, or digits between letters. */
const strict = r`${noName}(?:(?=[^\s"']*[a-z])(?=[^\s"']*[A-Z])(?=[^\s"']*\d)|(?=[^\s"']*[!#%^&*+~?][\w])|(?=[^\s"']*[a-z]\d+[a-z]))`;

/** A sign between a name and its value. */
const sign = r`["'\]})]{0,3}(?:\s{0,16}(?:=>|:?=|:(?=[ \t"']))\s{0,8}|>(?=[^<]*</)|[ \t]{1,40}(?=["']?\S+$)|["'],\s?)`;

/** Names of secrets in other languages than English: of French, German, Italian, Spanish, Portuguese, Dutch, Polish and Nordic settings. */
const foreignName = r`(?:${foreignSecret}|parola[._-]?(?:segreta|chiave|accesso|dis\w{1,16})|(?:phrase|frase)[._-]?(?:secrete|secreta|segreta|passe|paso|chave|recupera\w{1,6})|(?:geheim|losungs|siegel|code)wort|${foreignKey}|cle|salz|graine)`;

/** The rest of such a name, unless it says that the value is public or describes it. */
const foreignRest = r`(?:(?:[._-]|(?!a[nrv]|ment|rk|ver|nch|ft))(?!pub|prim|prin|etr|ext|fich|file|dat|typ|len|lon|lang|lun|taille|nom|name|id\b|exp)[a-z]\w{0,24})?`;

/** The names of functions that take a login. */
const loginCall = r`(?:connect|log_?[io]n|sign_?in|auth|client|session|bind|mount|smb|ftp|imap|smtp|mysql|pdo|ldap|mqtt|wifi)`;

/** Secrets in scripts and programs without a name for them, and in lists of devices and users. */
export const scriptRows: readonly ColumnRow[] = [
  {
    doc: 'the credentials of a client in Perl',
    paths: [...programs, '*.pl', '*.pm'],
    line: columns(r`->credentials\((?:\s*["'][^"']*["'],){3}\s*["']([^"']+)["']`),
    allowed: noValue,
  },
  {
    doc: 'passwords as arguments of functions that log in',
    paths: [...programs, ...scripts],
    line: columns(
      r`${loginCall}\w{0,16}(?:[.:>-]{1,2}\w{1,16}){0,2}[ ]?\([^()]{0,160}?,\s{0,4}(?:["']?[a-z][\w.@$-]{0,40}["']?,\s{0,4}(?=["'][^"'\s]*[\d!#$%^&*+~?])${noName}|(?=["']${strict}))["']${noName}([^"'\s/\\{}]{6,64})["']\s{0,4}[,)]`,
      'i',
    ),
    allowed: noValue,
  },
  {
    doc: 'a user and a password that are set together',
    paths: [...programs, ...scripts],
    line: columns(
      r`\b(?:user\w{0,8}|login|name|account|benutzer|usr),\s?[$@]?\w{0,16}(?:pass\w{0,8}|pwd?|secret|token|kennwort)\)?\s{0,4}=\s{0,4}[(\[]?\s{0,4}(?:"[^"]*"|'[^']*'),\s{0,4}(?:${quotedValue})`,
      'i',
    ),
    allowed: noValue,
  },
  {
    doc: 'passwords in one line after a name for several',
    paths: [...programs, ...scripts],
    line: columns(
      r`(?:=>|[:=,\]])\s{0,4}["']([^"'\s]{4,64})["'](?=\s{0,4}[,)}\]])(?<=(?:passwords?|passwds?|pws?|pass|pins?|creds|credentials|logins|secrets|kennwoerter)\s{0,4}(?:=>?|:)\s{0,4}(?:array)?[({[]\s{0,4}["'[]{0,2}[\w.@-]{1,40}["'\]]{0,2}\s{0,4}(?:=>|[:=])[^{}]{0,400})`,
      'i',
    ),
    allowed: noValue,
  },
  {
    doc: 'a login as a pair',
    paths: programs,
    line: columns(
      r`(?:login|credentials?|creds|auth)\s{0,4}=\s{0,4}[[(]\s{0,4}["'][\w.@-]{1,40}["'],\s{0,4}["']${noName}([^"'\s/]{5,64})["']\s{0,4}[\])]\s*;?\s*(?:#.*)?$`,
      'i',
    ),
    allowed: noValue,
  },
  {
    doc: 'logins as pairs in a list',
    paths: [...programs, '*.yml', '*.yaml', '*.toml'],
    line: columns(
      r`[[(]\s{0,4}["'][\w.@-]{1,40}["'],\s{0,4}["']${noName}(?=[^"']*[\d!#$%^&*+~?])([^"'\s]{5,64})["']\s{0,4}[\])](?<=(?:logins|users|accounts|credentials|creds|auths?)["']?\s{0,4}[=:]\s{0,4}[[({].{0,300})`,
      'i',
    ),
    allowed: noValue,
  },
  {
    doc: 'passwords as arguments of commands that log in',
    paths: scripts,
    line: columns(
      r`^\s*(?:if\s+|!\s*)?(?:[a-z]\w*[_-])?(?:connect|log_?[io]n|sign_?in|auth|mount|set_?pass|set_?pw|add_?user|create_?user|check_login|api)(?:[_-]?[a-z]\w*)?(?:\s+(?![-|<>=&;])["']?[\w./:@\\$-]+["']?){1,4}\s+["']?(?=\S*[\d!#%^&*+~?])(?=\S*[a-z])${noName}([^\s"'=/()|<>;:]{6,64})["']?\s*(?:[;&|#].*)?$`,
    ),
    allowed: noValue,
  },
  {
    doc: 'passwords as last arguments of scripts',
    paths: scripts,
    line: columns(
      r`(?:\.(?:sh|pl|py|rb|php)|/usr/local/s?bin/[\w.-]+)(?:\s+["']?[\w./:@-]+["']?){1,5}\s+["']?(?=\S*[a-z])(?=\S*[A-Z])(?=\S*\d)([^\s"'./:=,$()|<>;]{8,64})["']?\s*(?:[;&|>#].*)?$`,
    ),
    allowed: noValue,
  },
  {
    doc: 'functions that give a secret',
    paths: [...programs, ...scripts],
    line: columns(
      r`\w{0,24}(?:pass\w{0,8}|pw|secret|token|pin|api_?key)\w{0,12}\s?\(\)\s{0,4}(?::|=>|\{)\s{0,4}(?:echo|printf|return)\s+["']?([^"'$\s;%(][^"'$;]{3,64}?)["']?\s*(?:;.*|\}.*)?$`,
      'i',
    ),
    allowed: noValue,
  },
  {
    doc: 'secrets that a function gives on its own line',
    paths: [...programs, ...scripts],
    after:
      /^\s*(?:function\s+|def\s+|sub\s+)?\w{0,24}(?:passw?\w{0,8}|pw|secret|token|pin|api_?key)\w{0,12}\s?(?:\([^()]{0,40}\))?\s{0,4}[{:]?\s*$/i,
    line: columns(r`^\s*(?:echo|printf|return)\s+(?:"([^"$%]{4,64})"|'([^'$%]{4,64})');?\s*$`),
    allowed: noValue,
  },
  {
    doc: 'pins with a word after their name',
    paths: [...programs, ...scripts, ...files],
    line: columns(
      r`(?:^|[\s"'{,;.$_[-])pins?["'\]]{0,2}(?:[_. -]?(?!_?(?:len|min|max|mode|count|num|retr|attempt|time|ttl|valid|expir|interval|lock|digits|delay|no\b|nr))\w{1,16}){0,2}["'\]]{0,2}\s{0,16}(?:=>|[=:])\s{0,8}["']?(\d{4,10})["']?\s*(?:[,;})\]].*|[#;].*)?$`,
      'i',
    ),
  },
  {
    doc: 'rows of users with passwords, without names of columns',
    paths: [
      '*.csv',
      '*.tsv',
      '*.lst',
      '*.tab',
      '*.psv',
      'root/*.txt',
      'home/*/*.txt',
      'opt/*/*.txt',
      'srv/*/*.txt',
    ],
    line: columns(
      r`(?:^|[;,\t|])\s{0,8}"?(?:admin\w{0,10}|root|sysadmin|operator|sa|postgres|oracle|ubnt|cisco|apc|manager|monitor\w{0,4}|backup|service|support|deploy|guest|gast|user\d?|svc[_-]\w{1,16})"?\s{0,8}[;,\t|]\s{0,8}"?${noName}(?=[^"\s]*(?:[\d!#$%^&*+~?]))(?=[^"\s]*[a-z])([^"\s;,|/:]{5,64})"?\s{0,8}(?=[;,\t|]|$)`,
      'i',
    ),
    allowed: noValue,
  },
  {
    doc: 'rows of files that are named for passwords',
    paths: [
      ...[
        'passw',
        'zugang',
        'zugaenge',
        'login',
        'credential',
        'creds',
        'kennw',
        'account',
        'pw',
        'contrase',
        'accessi',
        'identifiants',
      ].flatMap((start) => [`${start}*.csv`, `${start}*.txt`]),
    ],
    line: columns(
      r`(?<=(?:[;,\t|]\s{0,8}|\S\s{2,40})"?)(?:(?=[^;,\t|"\s]{0,64}[\d!#$%^&*+~?])|(?=[^;,\t|"\s]{4,64}"?\s{0,8}$))(?!(?:passw|kennw|user|host|url|name|comment|note)\w*"?\s{0,8}(?:[;,\t|]|$))(?!\d{1,5}(?:[;,\t|"\s]|$)|\d{4}-\d\d|\d\d?\.\d\d?\.|[\w-]+(?:\.[\w-]+)+"?(?:[;,\t|\s]|$)|\w+://)([^"\s;,|]{4,64})"?(?=\s{0,8}(?:$|[;,\t|])|\s{2})`,
      'i',
    ),
    allowed: noValue,
  },
  {
    doc: 'rows of psql below each other',
    paths: ['commands/psql_*', 'commands/sudo_*', 'commands/mysql_*', 'commands/mariadb_*'],
    line: columns(r`^\s*(?:${secretName})\s*(?:\||:)\s+(?=[^|]*$)(\S.*?)\s*$`, 'i'),
    allowed: noValue,
  },
  {
    doc: 'communities in tuples',
    paths: ['*.mk', '*.py'],
    within: /^\s*\w*communit\w*\s*\+?=\s*\[\s*$/,
    line: columns(r`^\s*\(\s*(?:"([^"]+)"|'([^']+)')\s*,`),
  },
  {
    doc: 'secrets that are named in other languages',
    paths: [...programs, ...scripts, ...files, ...markup],
    line: columns(
      r`${foreignName}(?<=(?:^|[^a-z])${foreignName})${foreignRest}${sign}b?(?:${quotedValue}|(?=\S*[\d!#%^&*+~?_]|[^\s"']*-|[^\s<>]+<)([^\s"'<>{[(&*|$#=,;][^\r\n"'<>{}()#;,]*[^\s"'<>{}()#;,:]))`,
      'i',
    ),
    allowed: noValue,
  },
  {
    doc: 'codes that are numbers',
    paths: [...programs, ...scripts, ...files, ...markup],
    line: columns(
      r`(?:code|codice|codigo|kode?)(?=.{0,60}\d{4})(?<=(?:^|[^a-z])(?:[a-z][\w-]{0,40}[._-])?(?:code|codice|codigo|kode?))(?<!(?:${publicCodes})[._-]?(?:code|codice|codigo|kode?))s?(?:[._-]?(?!${publicCodes})[a-z]\w{1,20}(?:[._-]\w{1,20})?|(?<=[._-]codes?|(?=.*(?:door|porte|porta|puerta|t(?:ue|\xc3\xbc)r|gate|alarm|lock|schleuse|schrank|safe|tresor|keypad|terminal|access|zutritt|central)).{0,300}))${sign}["']?(\d{4,10}[#*]?)(?=["']?\s*(?:[,;})\]\s<]|/>|$))`,
      'i',
    ),
  },
  {
    doc: 'bytes of keys with blanks between them',
    paths: files,
    line: columns(
      r`(?:^|[\s"'._-])(?:key|schluessel|chiave|cle|clave|psk)["']?\s{0,4}[=: ]\s{1,20}["']?((?:[\da-f]{2} ){5,63}[\da-f]{2})(?!\w)`,
      'i',
    ),
  },
  {
    doc: 'a user and a password with a slash between them in addresses',
    paths: files,
    line: columns(r`\b[a-z]\w{1,12}://[\w.-]{1,40}/([^\s"'/@]{4,64})(?=@[\w.-]+)`),
  },
  {
    doc: 'a user and a password with names of one letter, and communities of SNMP',
    paths: [...programs, ...scripts, ...files, ...markup, '*.json5'],
    line: columns(
      r`(?<=[\s{,(<])(?:u: |u=|"u": ?|'u': ?)["'][^"']{1,64}["'],?\s{1,4}["']?pw?["']?\s{0,4}[:=]\s{0,4}(?:${quotedValue})|="2c"\s{1,4}c="([^"]+)`,
      'i',
    ),
    allowed: noValue,
  },
  {
    doc: 'variables in quotes whose values have blanks',
    paths: [...files, ...markup, 'commands/systemctl_show*', 'commands/systemctl_cat*'],
    line: columns(r`["'](?!-)(?:${secretName})=(?=[^"'\s]*[ ])((?:[^"'\s]|[ ](?![-/%]|\w+=))+)(?=["'])`, 'i'),
    allowed: noValue,
  },
  {
    doc: 'words and codes that unlock something, and passphrases of keys, after a blank',
    paths: files,
    line: columns(
      r`(?:^|[\s{;:])(?:(?:unlock|key_?pass\w{0,6})\s{1,16}(?:"([^"]{4,64})"|'([^']{4,64})'|(\d{4,10}[#*]?)(?=\s*(?:$|[;#}])))|(?:\w{2,12}[_-]?)?(?:phrase|frase)(?:[_-]\w{2,12})?(?::|\s?=)?\s{1,16}((?:[^\s"'{}=:#]+\s){2,9}[^\s"'{}=:#]+)$)|\s:(?:pw|pass\w{0,6}|secret|token)\s{1,4}"([^"]{3,64})"`,
      'i',
    ),
    allowed: noValue,
  },
  {
    doc: 'passwords with an ampersand in connection strings of XML',
    paths: ['*.xml', '*.config'],
    line: columns(
      r`;\s{0,4}(?:pwd|password)=([^;"'<>&]{0,64}&amp;(?![\w.-]{1,32}=)(?:[^;"'<>&]|&amp;(?![\w.-]{1,32}=)){0,64})(?=[;"'<]|$)`,
      'i',
    ),
    allowed: noValue,
  },
  {
    doc: 'hashes of passwords of Oracle',
    paths: ['commands/sqlplus*', 'commands/sudo_*', 'commands/su_*'],
    line: columns(r`\b([\dA-F]{16})(?=\s+[ST]:[\dA-F]{60})|\b[ST]:([\dA-F]{60,160})\b`),
  },
  {
    doc: 'hashes of passwords of old accounts of MySQL',
    paths: ['commands/mysql_*', 'commands/mariadb_*'],
    line: columns(r`mysql_old_password[\s|]+([\da-f]{16})\b`),
  },
  {
    doc: 'tokens of kubeadm',
    paths: ['commands/kubeadm_token_list*', 'commands/sudo_kubeadm_token_list*'],
    line: columns(r`^\s*([a-z\d]{6}\.[a-z\d]{16})\s`),
  },
];
