import { type ColumnRow, columns, noValue } from './column-row.js';
import { foreignKey, foreignPassword } from './fragments.js';
import { programs } from './settings.js';

const r = String.raw;

/** A letter, also one of UTF-8 or Latin-1, or a digit. */
const letter = r`[\w\x80-\xff]`;

/** Words between the name of a secret and its value, such as `for the user root`. */
const words = (most: number): string =>
  r`(?:[ ](?:\xc2\xab ?)?["'\x60(]?(?:[+&]|${letter}(?:${letter}|['.@/-]){0,23})["'\x60),]?){0,${most}}`;

/** An accented letter, or the plain one: `e` in `clé` and `secrète`. */
const accented = (plain: string): string => r`(?:${plain}|[\x80-\xff]{1,2})`;

/** The names of passwords in several languages. */
const passwordNoun = r`(?:passw(?:or)?[dt]|passphrase|passcode|(?<![a-z])(?:pwd?|ww|psk|pre-?shared key|secret|community|frase (?:de paso|segreta|secreta)|phrase (?:secr${accented('e')}te|de passe)|parola d'ordine|parola|wachtzin)|${foreignKey}|${foreignPassword})(?!${letter})`;

/** The same, with a word that is too short to look for outside notes. */
const notedPassword = r`(?:(?<![a-z])(?:cl${accented('e')}|(?:ipsec|wpa|wi-?fi|vpn) key|(?:api|access|zugriffs)[ -]?token)(?!${letter})|${passwordNoun})`;

/** The names of codes, which are numbers. */
const codeNoun = r`(?<![a-z])(?:pin(?:[ -]?code)?|puk(?:[ -]?code)?|(?:[a-z]+-?)?(?:zugangs|zutritts|t(?:ue|${accented('u')})r|tor|alarm|tresor|safe|access|door|gate|entry|toegangs|deur|kluis)[ -]?code|code (?:(?:for|to|of|f${accented('u')}r|fuer|zum|zur|vom) (?:the |die |den |das )?(?:[a-z]{1,12} )?(?:door|cage|rack|gate|safe|alarm|room|locker|garage|barrier|lockbox|key ?(?:box|safe)|t(?:ue|${accented('u')})r|tresor|schrank|k${accented('a')}fig|raum|schranke)|d'acc${accented('e')}s|(?:de l[a']|du|de|d') ?(?:porte|portail|alarme|coffre|acc${accented('e')}s)|porte|portail|alarme|wi-?fi)|codice (?:di |d')?(?:accesso|allarme|porta|cancello|cassaforte|sblocco)|c${accented('o')}digo (?:de |da |do |del )?(?:la )?(?:acceso|alarma|puerta|acesso|alarme|porta|port${accented('o')}n)|kod (?:do|alarmu|dost\S{0,6})|kode til)(?!${letter})`;

/** Verbs between the name of a secret and its value. */
const verb = r`(?:is|ist|lautet|war|was|est|${accented('e')}tait|\xc3\xa8|\xe8|e'|es|era|\xc3\xa9|\xe9|jest|er|${accented('a')}r)`;

/** A word after the verb that says since when or how long. */
const now = r`(?: (?:noch|jetzt|aktuell|derzeit|nun|ora|adesso|maintenant|toujours|encore|ahora|todav\xc3\xada|still|now|currently|initially|temporarily|nog|nu|momenteel))?`;

/** Words that stand in place of a secret, and say where it is or what it must be like. */
const elsewhere = r`(?!(?:siehe|see|voir|vedi|veja|v${accented('e')}ase|zie|patrz|ask|fragen|demander|chiedere|im|in|at|auf|beim?|on|sur|dans|nel|nella|en|no|na|by|via|per|from|aus|mit|with|must|muss|doit|deve|debe|moet|wird|will|should|liegt|steht|stored|unknown|unbekannt|kein|keine|none|not|nicht|n/a|tbd|todo|same|wie|as|the|das|der|die|a|an|to|for|f${accented('u')}r|or|oder|and|und|wechseln|change|minimum|mindestens|oblig\w*|required|optional)(?![\w-])|[{<[/])`;

/** A word that is unlike prose: it has signs or digits among its letters. */
const oddWord = (signs: string, ending = r`[a-z]{2,4}`): string =>
  r`(?!\S+:/|ssh-|[/{<[]|[a-z]+[!?]+(?:\s|$)|\S+@\S+\.[a-z]|\S+\.${ending}(?![\w-])|\S*\()(?=\S*[${signs}])(?=\S*[a-z])([^\s"'\x60]{5,}?)(?=["'\x60*]{0,3}[.,;:)]{0,2}(?:\s|$))`;
const unusual = oddWord(r`\d!#$%^&*+~?=_`);

/** Without the sign that joins words of a name. */
const odd = oddWord(r`\d!#$%^&*+~?`);

/** After a word for a password. Only the usual endings of files and hosts show that it is none. */
const oddPassword = oddWord(
  r`\d!#$%^&*+~?`,
  '(?:txt|md|conf|cfg|cnf|ini|sh|pl|py|php|html?|ya?ml|json|xml|log|sql|csv|docx?|xlsx?|pdf|gz|zip|key|pem|crt|kdbx?|gpg|asc|com|org|net|edu|eu|de|fr|it|es|nl|pl|ch|at|be|uk|local|lan|int|intra|internal)',
);

/** Words with a hyphen at the end of a sentence. */
const hyphened = r`([a-z]{3,16}(?:-[a-z\d]{3,16}){1,4})(?=["'\x60*]{0,3}[.,;)]{0,2}\s*(?:$|\())`;

/** A text in quotes. */
const inMarks = r`(?:(?:["'\x60]|\*{1,2})([^\s"'\x60*][^"'\x60]{2,63}?)(?=["'\x60*])|\xc2\xab(?:\xc2\xa0| )?([^\xc2]{3,64}?)(?=(?:\xc2\xa0| )?\xc2\xbb))`;

const digits = r`(\d{4,10}[#*A-Z]?|\d{2,4}-\d{3,4}|\d{2}(?:-\d{2}){2})(?![\w-]|\.\w)`;

/** The names of logins. */
const writtenLogin =
  '(?:login|htpasswd|zugang|zugangsdaten|anmeldung|credenti?als?|creds|identifiants?|credenziali|credenciales|credenciais|inlog\\w{0,8})';
const loginNoun = r`(?:${writtenLogin}|account|konto|compte|cuenta|acc${accented('e')}s|accesso|acceso|acesso|dost${accented('e')}p|user|benutzer|utente|usuario|gebruiker|enable)`;

/** The name of a user. */
const user = r`[a-z][\w.@\\-]{0,39}`;

/** After the start of a comment. Looked at last, because few lines have the rest. */
const inComment = r`(?<=(?:^|[\s(])(?:#|;|//|--[ ]|<!--|/\*|\*)[^\r\n]{0,100})`;

/** Notes that administrators keep. */
const ownNotes = [
  ...['root', 'home/*', 'Desktop'].flatMap((folder) => [`${folder}/*.txt`, `${folder}/*.md`]),
  ...[
    'liesmich',
    'lies_mich',
    'leggimi',
    'lisezmoi',
    'lisez-moi',
    'leame',
    'leeme',
    'leesmij',
    'leiame',
    'czytaj',
    'notiz',
    'notas',
    'notities',
    'notatki',
    'appunti',
    'merkzettel',
    'zugang',
    'zugaenge',
    'passwoerter',
    'passwort',
    'kennw',
    'uebergabe',
    'contrase',
    'accessi',
    'accesos',
    'credenz',
    'credenc',
    'identifiants',
  ].flatMap((start) => [start, `${start}*.txt`, `${start}*.md`]),
];

/** These notes, and files that can also be a program's documentation. */
const notes = [
  ...ownNotes,
  ...[
    'root',
    'root/*',
    'home/*',
    'home/*/*',
    'Desktop',
    'opt',
    'opt/*',
    'opt/*/*',
    'srv',
    'srv/*',
    'srv/*/*',
    'etc',
    'etc/*',
    'var/www/*',
    'usr/local/*',
  ].flatMap((folder) => ['*.txt', '*.md', 'README*', 'NOTES*'].map((name) => `${folder}/${name}`)),
];

/** Settings and scripts with comments. */
const commented = [
  ...[
    'conf',
    'cfg',
    'cnf',
    'ini',
    'yml',
    'yaml',
    'toml',
    'lua',
    'properties',
    'pl',
    'env',
    'service',
    'hcl',
    'cf',
    'sh',
  ].map((end) => `*.${end}`),
  ...programs,
  'etc/*',
  'etc/default/*',
  'etc/sysconfig/*',
  'etc/conf.d/*',
  'cron.d/*',
  'cron.daily/*',
  'crontabs/*',
  'sites-enabled/*',
  'sites-available/*',
  'usr/local/bin/*',
  'usr/local/sbin/*',
  'sudoers.d/*',
  'profile.d/*',
  'init.d/*',
  'authorized_keys',
  '.bashrc',
  '.profile',
  '.zshrc',
  '.bash_history',
  '.vimrc',
  'ssh/config',
];

/** A row for notes, and one for the comments of other files, each with its nouns, and with what must follow a noun. */
const placed = (
  row: (noun: string, place: string) => Omit<ColumnRow, 'paths'>,
  noun: string,
  inComments: string,
): ColumnRow[] => [
  { paths: notes, ...row(noun, '') },
  { paths: commented, ...row(inComments, inComment) },
];

/** Secrets in notes, in texts that are shown at login, and in comments of settings and scripts. */
export const noteRows: readonly ColumnRow[] = [
  {
    doc: 'passwords in texts for those who log in',
    paths: [
      'motd*',
      'motd.d/*',
      'commands/pct_config*',
      'commands/qm_config*',
      'issue',
      'issue.net',
      'issue.d/*',
      'qemu-server/*.conf',
      'lxc/*.conf',
      ...notes,
    ],
    line: columns(
      r`\b\d{1,3}(?:\.\d{1,3}){3}\b.*?\s\w{1,32} ?/ ?(\S+)$|${notedPassword}${words(9)}["'\x60)*]{0,3} ?(?::|->|\xe2\x86\x92|=(?= [\w-]+$))\*{0,2}\s{1,16}${elsewhere}(?!\w+(?:\s\w+){3,})["'\x60*]{0,3}([^\s"'\x60*].*?[^\s"'\x60*])["'\x60*]{0,3}(?:\s+[(#].*)?$|${passwordNoun}(?: ?\([^()]*\)|\*\*)?:?(?: \w{1,12})? {1,4}["'\x60]?${oddPassword}|${notedPassword}.{0,60} (?:still|noch|toujours|encore|ancora|nog) ${oddPassword}|\s: [\w.@-]{1,32} / ${odd}(?=\s*(?:$|\())|(?:${notedPassword}|\bpin|\bpuk)(?: \w{1,12}){0,4} is (\S*\d\S*)$|\b(?:user|benutzer|login|usuario|utente):? \S{1,40},? ${passwordNoun} (\S+)$|\blogin:?\s{1,4}\S{1,32} ?/ ?(\S+)\s*$|(?::| is| ist| =| ->) (?:root|admin|administrator|sa|ubnt|pi) ?/ ?([^\s"'(),]{4,64})(?=[,;]\s|\s*(?:$|\(|->))|\bwi-?fi\b[^:=]{0,40}[:=] {1,4}${odd}$`,
      'i',
    ),
    allowed: noValue,
  },
  {
    doc: 'passphrases of several words in notes',
    paths: notes,
    line: columns(
      r`(?:passphrase|(?:phrase|frase|parola|palavra)[ -](?:secr${accented('e')}te|de passe|de paso|segreta|secreta|chave|passe|d'ordine)|wachtzin)${words(5)}(?: ?:| ?=| lautet:?| is)\s{1,4}${elsewhere}["'\x60*]{0,3}([^\s"'\x60*:]+(?:\s[^\s"'\x60*:]+){1,7})["'\x60*]{0,3}\s*$`,
      'i',
    ),
    allowed: noValue,
  },
  ...placed(
    (noun, place) => ({
      doc: 'passwords after a verb in notes, and in comments',
      line: columns(
        r`${noun}${place}${words(9)} (?:lautet:? ["'\x60]?(?!wie|folg|dann|also|nun)(?:([^\s"'\x60]{4,}?)(?=["'\x60]?(?:,\s|[.,;)]?\s*(?:$|[(#]))))|${verb}:?${now} (?:${place === '' ? r`${elsewhere}${inMarks}|` : ''}["'\x60*]{0,2}(?:${unusual}|${elsewhere}${hyphened})))`,
        'i',
      ),
      allowed: noValue,
    }),
    notedPassword,
    passwordNoun,
  ),
  {
    doc: 'passwords in quotes in notes',
    paths: notes,
    line: columns(
      r`${notedPassword}(?:${words(5)} ?:)? {1,2}${inMarks}|${notedPassword}${words(5)} ["'\x60]${odd}|\x60\w[\w.@-]{0,31}\x60 [/:] \x60${odd}\x60`,
      'i',
    ),
    allowed: noValue,
  },
  ...placed(
    (noun, place) => ({
      doc: 'codes in notes, and in comments',
      line: columns(r`${noun}${place}${words(9)}(?: ?[:=]| ${verb})?:?\s{1,4}["'\x60*]{0,3}${digits}`, 'i'),
      allowed: noValue,
    }),
    codeNoun,
    codeNoun,
  ),
  ...placed(
    (noun, place) => ({
      doc: 'logins in notes, and in comments',
      line: columns(
        r`${noun}(?!${letter})${place}(?:${words(4)} ?: {1,4}["'\x60]?${user}["'\x60]?(?: ?/ ?| : |:| \| )| ["'\x60]?${user}(?:/|["'\x60]? / ["'\x60]?)|${words(7)} ["'\x60]?${user}["'\x60]? / |(?<=(?:zugang|accesso?|acceso|enable))(?: \([^()]*\))? )["'\x60]?(?![\d.]+(?:\s|$)|.*/)${odd}`,
        'i',
      ),
      allowed: noValue,
    }),
    loginNoun,
    writtenLogin,
  ),
  {
    doc: 'passphrases of disks in notes',
    paths: notes,
    line: columns(r`\bluks\b[^:"'\x60]{0,60}: {1,4}["'\x60]([^"'\x60]{6,})["'\x60]`, 'i'),
    allowed: noValue,
  },
  {
    doc: 'words in notes that look like no word',
    paths: ownNotes,
    line: columns(
      r`[\s(](?:[\w.@-]{1,32} / |->? \x60)${unusual}|(?:^|[\s(*])(?:root|admin|administrator|superuser|supervisor|sa|postgres|bmc|ipmi|idrac|ilo)(?:${words(6)}(?: ?[:=]| ->| ${verb}${now})| with| avec| mit| con)\s{1,4}(?=\S{7})${elsewhere}${unusual}|(?:ge(?:ae|${accented('a')})ndert|changed|reset|cambiata?|chang${accented('e')}|gewijzigd) (?:auf|to|in|en|naar) ${oddPassword}|(?:[^/]: {1,8}(?<!\b(?:login|user|username|benutzer|kunden?(?:nummer|nr)?|customer|konto|account|id|image|version|host|server|serial|seriennummer) ?: {1,8})|\s\s|\| )(?=[^\s]*\d[^\s]*[a-z][^\s]*\d|[^\s]*[a-z]\d{2}|\S+[!#$%^&*+?]\S)(?=[^\s.:/@]{8})${unusual}`,
      'i',
    ),
    allowed: noValue,
  },
  {
    doc: 'passwords after a colon in comments',
    paths: commented,
    line: columns(
      r`(?:${passwordNoun}|(?:#|;|//) ?(?:clear|plain)(?:text)?)(?:${inComment}|(?<=^\s*(?:passwort|${foreignPassword}))(?= ))${words(5)} ?(?:(?::|->) {1,4}${elsewhere}["'\x60]?(?:${unusual}|${hyphened}|(?<=(?:passwort|${foreignPassword})${words(5)} ?: {1,4}["'\x60]?)([^\s"'\x60:]{4,})(?=["'\x60]?\s*(?:$|\())))`,
      'i',
    ),
    allowed: noValue,
  },
  {
    doc: 'logins of administrators in comments',
    paths: commented,
    line: columns(
      r`(?:#|;|//|--[ ])\s?(?:root|admin|administrator|sa|sys|hacluster) / ${odd}(?=["'\x60*.,;:)]{0,3}\s*(?:$|\())`,
      'i',
    ),
    allowed: noValue,
  },
  {
    doc: 'former secrets in comments',
    paths: commented,
    line: columns(
      r`(?:${passwordNoun}|(?:#|;|//|--[ ]) ?(?<=(?:pass|secret|key|token|psk|pw).{0,200})(?:was|old|alt|vorher)\b)${inComment}.{0,60}?[ "'](?=\S*\d\S*\d)(?!\S*(?:sha|md5|hmac))(?=\S{8})${unusual}["']?(?: \(.{0,80})?$`,
      'i',
    ),
    allowed: noValue,
  },
  {
    doc: 'former values in comments',
    paths: commented,
    line: columns(
      r`(?:old|Old|OLD|alt|Alt|vorher|bisher|previous|prev|ancien|vecchi[ao]|anterior|oud|formerly)(?: value| one| Wert)?:?\s{1,4}["']?(?<=^[^\r\n#;]{0,200}(?:#|;|//|--[ ])\s{0,4}\w{1,10}(?: \w{1,5})?:?\s{1,4}["']?)((?=\S*[a-z])(?=\S*[A-Z])(?=\S*\d)[^\s"'./:()=,]{6,64})(?=["']?\s*(?:$|\())`,
    ),
    allowed: noValue,
  },
];
