import type { Rule } from '../match/rule.js';
import {
  foreignKey,
  foreignPassword,
  foreignSecret,
  mixedCase,
  notSecret,
  notToken,
  pattern,
  publicCodes,
  rareForeign,
} from './fragments.js';

const r = String.raw;

/** A letter, also one of UTF-8 or Latin-1, a digit, or a sign within a word. */
const inWord = r`[\w\x80-\xff'.-]`;

/** Words between the name of a secret and its value, such as `for bob`. */
const between = (most: number): string => r`(?:[ ]${inWord}{1,20})?`.repeat(most);

/** Not an address, the name of a file, a date or an interface. */
const noPlace = r`(?![^\s]{0,64}(?::\/\/|@[\w-]{1,64}\.|\.[a-z]{2,4}(?![\w-]))|\d{1,4}[-/.:]\d{1,2}[-/.:]|[a-z]{2,6}-?\d{1,2}(?![\w-]))`;

/** What ends a value in a sentence. */
const ended = r`(?=["'\xbb)]{0,2}[.,;]?(?:\s|$))`;

/** A value that is no word: it has letters, and digits or signs among them. */
const odd = r`${noPlace}(?=[^\s]{0,64}[a-z])(?=[^\s]{0,64}(?:\d|[!#$%&*+~?^]\w|\w[!?*]))([^\s\0"'\xab\xbb()<>{}\[\]]{6,128}?)${ended}`;

/** Names of secrets in languages other than English. */
const foreignNoun = r`(?:(?<!motde|auto|con|en)${foreignPassword}|${rareForeign}|passwort|${foreignSecret}|${foreignKey}|(?<![a-z])(?:cl(?:e|\xc3\xa9|\xe9)|phrase|frase)(?![a-z\x80-\xff]))(?![a-z])`;

/** What a message says of a code: that it was right, wrong or sent. */
const verdict = r`(?:accept|akzept|angenommen|abgelehnt|refus|reject|wrong|falsch|invalid|incorr|correct|denied|granted|richtig|ung(?:ue|\xc3\xbc)ltig|g(?:ue|\xc3\xbc)ltig|errat|sbagliat|non valid|valid|sent|gesendet|verschickt|inviat|envoy|enviad|geweigerd|onjuist|juist|fout|odrzucon|poprawn|b\xc5\x82\xc4\x99dn|eingegeben|entered|typed|used|aceit|rejeitad|inv\xc3\xa1lid)`;

/** What a message says of a login. */
const failed = r`(?:rejected|refused|failed|denied|timeout|timed out|invalid|incorrect|ok|accepted|fehlgeschlagen|abgelehnt|erfolgreich|ung(?:ue|\xc3\xbc)ltig|falsch|refus\S{1,4}|(?:r(?:e|\xc3\xa9)ussi|(?:e|\xc3\xa9)chou)\S{1,4}|fallit\w|rifiutat\w|riuscit\w|fallid\w|rechazad\w|mislukt|geweigerd|gelukt|nieudan\w|odrzucon\w)`;

/** Secrets that messages of programs tell, in several languages. */
export const toldSecretRules: readonly Rule[] = [
  {
    id: 'foreign-secret',
    keywords: [
      'kennwort',
      'passwort ',
      'wachtwoord',
      'contrase',
      'schluess',
      'schl\xc3\xbcss',
      'geheim',
      'sleutel',
      'nyckel',
      'segreto',
      'secreto',
      'segredo',
      'sekret',
      'gettone',
      'jeton',
      'semilla',
      'llave',
      'chiave',
      'clave',
      'klucz',
      'senha',
      'haslo',
      'has\xc5\x82o',
      'mot de p',
      'mdp ',
      'parola ',
      'cle ',
      'cle=',
      'cle:',
      'cl\xc3\xa9 ',
      'cl\xc3\xa9=',
      'cl\xc3\xa9:',
      'phrase ',
      'frase ',
    ],
    pattern: pattern(
      r`${foreignNoun}(?:=["']?([^\s\0"',;&<>(){}\[\]|]{4,128})(?=[\s"',;&)}\]]|$)|["']?:[ ]?["']?${odd}|(?:[ ][\w\x80-\xff'. -]{1,60})?[:=][ ]{1,2}["'(]?${odd}|${between(2)}[ ]\((?:${inWord}{1,16}:[ ])?${odd}|${between(3)}[ ](?:\xc2\xab(?:\xc2\xa0|[ ])?([^\xc2\r\n]{3,64}?)(?=(?:\xc2\xa0|[ ])?\xc2\xbb)|"([^"\r\n]{4,64})(?="[ ]?(?:$|[(]))))`,
    ),
    allowed: notSecret,
    steps: 12_000,
    matches: [
      '+ export SITE_GEHEIM=«Kran.werk»',
      'login failed, sekret=«bilet.miejski»',
      'init caisse clé=«30FA-B81C-6D72»',
      'nieuwe sleutel ontvangen: «zm-e8f0-11c2»',
      "clé d'échange négociée : «E7C09D21B85F»",
      'falsches Geheimnis («sysmex-alt-01»), getrennt',
      'clave incorrecta (recibida: «tacita2022»)',
      'mit dem Geheimnis "«penne lisce»"',
      'Geheimnis: «Granite3x»',
    ],
    others: [
      'geheim=$X',
      'la clave es obligatoria',
      'chiave pubblica: rsa',
      'sekretariat=abcd',
      'phrase : see page 12 of the manual',
      'sleutel ontvangen: 2026-11-30',
    ],
  },
  {
    // A value after a colon at the end of a sentence that names a secret, whatever the words between them.
    id: 'told-secret',
    keywords: ['cookie ', 'hmac ', ' key ', 'secret ', 'psk ', 'token ', 'passphrase ', 'password ', 'seed '],
    pattern: pattern(
      r`(?:(?<!\b(?:public|host|foreign|primary|gpg|pgp|sort|cache|partition|ssh|index|map)) key|(?<![\w./-])(?:cookie|hmac|secret|psk|token|passphrase|password|seed))[ ](?![^:=\r\n]{0,60}(?:fingerprint|finger|\bids?\b|hash|digest|type|file|path|size|length|algo|usage|expir|valid|until|serial|version|\bat\b|server|host|\bnot\b|public|count|number|name|user|owner|descr|error|reason|format|see|example))[\w\x80-\xff'. -]{1,60}[:=][ ]{1,2}["']?(?=[^\s]{0,40}\d)(?=[^\s]{0,40}[a-z])(?!0x|v?[\d.]{1,40}\r?$|\d{1,4}[-/.:]\d|[a-z]{1,40}/)([\w+/=.~-]{10,512})(?=["']?[.,;]?[ \t]{0,4}\r?$)`,
    ),
    allowed: notToken,
    unless: mixedCase,
    steps: 8_000,
    matches: [
      'stockd[7]: admin cookie rotated: «0793d5a26f47b02c»',
      'DEBUG|hmac key neu: «70cbe7c20b91f5a84d36»',
      'INFO Keys - new signing key v1 = «6aa0d83483de53e6b0d901cc»',
      '[INFO] nowy token dla bazy: «mpkt_c9d0e1f277»',
    ],
    others: [
      'the key fingerprint is: a1b2c3d4e5f6a7b8',
      'public key used: a1b2c3d4e5f6a7b8',
      'token expires: 2026-11-30T10:00',
      'secret not found: abcdef123456',
    ],
  },
  {
    // Two secrets that differ, or the former and the new one.
    id: 'compared-secret',
    keywords: ['ours=', 'theirs=', 'expected', 'got ', 'got=', 'given', 'received', 'old=', 'new=', 'prev='],
    pattern: pattern(
      r`(?<=(?<![\w-])(?:psk|secret|password|passphrase|token|community|credentials?)[ ][^\r\n]{0,40}(?:mismatch|changed|rotated|differ|wrong|updated|reset|replaced)[^\r\n]{0,60}[ ,(])(?:ours|theirs|expected|got|given|received|old|new|prev)(?:[=:][ ]?|[ ](?=[^\s]{0,64}\d))["']?([^\s"',;()]{4,128})`,
    ),
    allowed: notToken,
    unless: mixedCase,
    matches: [
      'peer h: psk mismatch, ours=«G4to-Negro» theirs=«g4to-negro»',
      'secret mismatch (expected «Granite3x», got «granite3x»)',
      "password of bob changed, old='«Granite3x»'",
    ],
    others: [
      'the token changed, as expected',
      'psk mismatch, got none',
      'version mismatch: expected abc12, got 7',
    ],
  },
  {
    // A code of digits that a message accepts, refuses or sends.
    id: 'told-code',
    keywords: ['code ', 'codice ', 'digo ', 'kod ', 'puk ', 'pin '],
    pattern: pattern(
      r`(?<!(?:${publicCodes}|close)[ _-]?)(?:(?<![a-z])(?:pin|puk|kod)|code|codice|(?<=c\xc3\xb3)digo)(?:[ ][a-z\x80-\xff]{2,16})?(?:[ ][a-z\x80-\xff]{2,16})?[ ](\d{4,10}[#*]?|\d{2,4}-\d{2,4}(?:-\d{2,4})?)(?=[,.]?(?:[ ][\w\x80-\xff-]{1,20})?(?:[ ][\w\x80-\xff-]{1,20})?[ ](?:\()?${verdict})`,
    ),
    matches: [
      'Tresor: Code «90-33-72» abgelehnt',
      'door 2 code «7730» accepted',
      'fidelio.otp: code «804417» sent to card 29800012',
      'caisse 4 : code annulation «17265» refusé pour',
      'PIN «8263» an 1LGZ0059341207 gesendet',
    ],
    others: ['error code 1234 sent', 'exit code 1000 is wrong', 'code 404 accepted', 'the code 2024 of it'],
  },
  {
    // A code of digits with a word that says what it opens, or who gave it.
    id: 'named-code',
    keywords: ['code ', 'digo ', 'master ', 'pin ', 'unlock '],
    pattern: pattern(
      r`(?:(?<=(?:wrong|tried|open|unlock|override|gate|door|quit|start|disarm|supervisor)[ -]?)code[ ](?:sent[ ]|today[ ])?|(?<=c\xc3\xb3)digo[ ](?:introduzid|rejeitad|aceit)[oe]:?[ ]|(?<=\b(?:override|unlock|door|lock|alarm)\b[^\r\n]{0,80})master[ ](?=\d{4,10} entered)|(?<=[ ])pin[ ](?=\d{4,10}[ ](?:ok|bad|wrong|failed)(?![a-z]))|(?<=\b(?:online|offline|locked|open)[ ]{1,8})unlock[ ]{1,8})(\d{4,10})(?![\w-]|\.\w)`,
    ),
    matches: [
      'laser-lab wrong code «220465» (3rd try)',
      'yardctl[881]: barrier open-code sent «70441903» lane=2',
      'room=H3 quit code today «4471»',
      'código introduzido: «60417»',
      'laser-lab override by phone, master «220471» entered',
      'reprint by bob pin «8140» ok',
      'K1  online   unlock «330871»   profile x',
    ],
    others: [
      'exit code 1000',
      'code today 22',
      'master 1000 of 2',
      'pin 1000 of the chip',
      'unlock 1000 files',
    ],
  },
  {
    // The secret with which a login or a lock was tried.
    id: 'told-with',
    keywords: [' with '],
    pattern: pattern(
      r`(?<=\b(?:auth\w{0,12}|bind|bound|log[io]n|unlock\w{0,3}|alarm ack)\b[^\r\n"']{0,60}) with (?:code )?(?:"([^"\r\n]{4,64})(?=":)|["']([^"'\r\n]{4,64})(?=["'] (?:failed|rejected|denied))|(?!(?:rsa|ecdsa|ed25519|dsa|tls|ssl|sha|oauth|saml|ssh|ntlm|krb|md5|aes|ldap|x509|openid|totp|u2f|fido|pkcs|pid|uid|ipv|http)[-_v]?\d?)${noPlace}(?=[^\s]{0,40}(?:[a-z]\d|\d[a-z]|-\d|[!#$%&*+~?^]))([^\s"',;:()<>{}=/]{6,64})(?=[ ](?:failed|rejected|ok|denied|accepted)(?![a-z])|\r?$))`,
    ),
    allowed: notToken,
    unless: mixedCase,
    steps: 6_000,
    matches: [
      'VNC tp1200 auth with «tp12vncX» failed: too many attempts',
      'room=H3 unlock by supervisor with «Klausur-Tief-4»',
      "key x unlock with '«blaulicht112»' failed",
      'alarm ack by bob with code «AC-9917»',
      'ad push failed, bind svc@CAMPUS with "«xY!8-Zweig»": 80090308',
    ],
    others: [
      'auth with publickey failed',
      'login with rsa-2048 ok',
      'authenticated with sha256-digest1 ok',
      'bind x with "y"',
      'login with error 12 failed',
    ],
  },
  {
    id: 'first-password',
    keywords: ['initial ', 'inicial ', 'otp ', 'first word '],
    pattern: pattern(
      r`(?:initial (?:word|code|pin)|first word(?= ")|(?<=senha )inicial|(?<![a-z])otp (?:for \w{1,16}|code) is)[ :]{1,3}"?(?=[^\s]{0,40}\d)([^\s"',;()=/]{6,64})(?=["\s]|$)`,
    ),
    allowed: notToken,
    matches: [
      'mailed to bob first word "«heron-pillow-77»"',
      'uid 50411, initial word «besu-7nila-kort» handed to',
      'nome=bob senha inicial «Bemvindo#EST3»',
      'otp for enrolment is «g73iephg7hetbo» (host c1)',
    ],
    others: ['initial word count', 'initial code 12', 'fecha inicial 2026-11-30', 'otp code is wrong'],
  },
  {
    // A code that was changed.
    id: 'changed-code',
    keywords: ['code ', 'codice ', 'digo ', 'kod ', 'pin ', 'keypad ', ' naar ', ' auf ', ' -> ', ' na '],
    pattern: pattern(
      r`(?:(?<![a-z])(?:pin|kod|keypad)|(?<!(?:${publicCodes})[ _-]?)code|codice|(?<=c\xc3\xb3)digo)[ ](?=[^\r\n\d]{0,60}(?:chang|ge(?:ae|\xc3\xa4)ndert|gewijzigd|cambiat|cambiad|modifi|zmieni|updated|reset))(?:[^\r\n\d:]{1,60}(?:[A-Z]{1,4}\d{2,4}|\d{1,3})?: |[^\r\n\d]{1,60} )(\d{4,10})(?![\w-]|\.\w)|(?<=(?:code|codice|c\xc3\xb3digo|kod|pin|keypad) [^\r\n\d]{1,60} (?:\d{1,3}: )?\d{4,10})(?: naar | auf | -> )(\d{4,10})(?![\w-]|\.\w)|(?<=zmieni[^\r\n]{1,20} (?:kod|pin)[^\r\n\d]{1,30}) na (\d{4,10})(?![\w-]|\.\w)`,
    ),
    matches: [
      'pompd: paneelcode gewijzigd van «18264» naar «20417» door bob',
      'INFO pin de gerente cambiado para ES020: «5083»',
      'tablica T-022: zmieniono kod serwisowy na «204866»',
      'door main keypad changed «40926» -> «60417»',
      'pin change operator 14: «66031» -> «81934»',
    ],
    others: ['the code changed', 'exit code changed to 1234', 'a -> 12345', 'codice na 5'],
  },
  {
    // `user/password` or `user:password`, followed by the result of the login.
    id: 'told-login',
    keywords: [
      'login ',
      'logon ',
      'anmeldung ',
      'failed for ',
      'connexion ',
      'accesso ',
      'logowanie ',
      'aanmelden ',
    ],
    pattern: pattern(
      r`(?:(?<=auth(?:entication)? )failed for [a-z][\w.@-]{0,40}[ ]/[ ]([^\r\n/"']{4,64})(?=\r?$)|(?:log[io]n|anmeldung|connexion|accesso|logowanie|aanmelden)(?:[ ](?:as|als|for|von|user|mit|di|de|da))?[ ][a-z][\w.@-]{0,40}(?:[/:](?![/\d]{1,6}(?:[ ]|$))([^\s/"'][^\s"']{3,64})|[ ]/[ ]([^\r\n/"']{4,64}?))(?=[,;]?[ ]${failed}))`,
    ),
    allowed: notSecret,
    steps: 8_000,
    matches: [
      'dect login omm/«Omm!berg» rejected, retry',
      'login gate:«auf_und_zu» timeout',
      'ERROR Portal: Anmeldung stw-msb / «gMSB;Rollout;26» fehlgeschlagen (HTTP 401)',
      '535 5.7.8 auth failed for bob / «dritte: Meinung»',
    ],
    others: [
      'login host:8080 timeout',
      'Anmeldung von bob fehlgeschlagen',
      'login bob failed',
      'the login page / form',
    ],
  },
  {
    // A user and a password with a slash between them, before a database.
    id: 'slash-login',
    keywords: ['://', 'connect', 'verbind', 'conness', 'conect', 'opening '],
    pattern: pattern(
      r`(?:(?<=\b(?:pg|postgres(?:ql)?|mysql|mariadb|oracle|ora|db2|mssql|sqlserver|amqps?|mqtts?|ldaps?))://[\w-]{1,40}/([^\s/@:"']{4,64})(?=@[\w.-])|(?:connect(?:ing|ed|ion)?|verbinde?n?|conness\w{1,5}|conect\w{1,5}|opening)(?: to| als| as| mit| a| con)?:? [a-z][\w-]{1,40}/([^\s/@:"']{4,64})(?=@[\w.-]))`,
    ),
    allowed: notSecret,
    matches: ['opening pg://stockd/«k0Xq-7Lm_Tz»@db-erp01/stock', 'db | verbinde bob/«Liegt_auf_8»@PROD'],
    others: ['https://h/react@18', 'connect to bob/x@h', 'opening a/b'],
  },
];
