import type { Rule } from '../match/rule.js';
import { casedPattern, notToken, pattern, publicCodes } from './fragments.js';

const r = String.raw;

/** Before the name of an option. */
const dashes = r`(?<=[\s"'\0]--?[\w.-]{0,32})`;

/** Between an option and its value. */
const gap = r`(?:[ =\0]|["'],?[ ]["'])`;

/** The start of a text of three words or more. */
const severalWords = r`(?=[^\s"'=$/]{1,30}[ ][^\s]{1,30}[ ][^\s-])`;

/** Options whose names need not be those of secrets, and environments, with values that only a secret has. */
export const namedOptionRules: readonly Rule[] = [
  {
    // The value has letters and digits or signs, and is no place, file or address.
    id: 'odd-option',
    keywords: [
      'key ',
      'pw ',
      'pw=',
      'pwd ',
      'pwd=',
      'unseal',
      'key=',
      'key\0',
      'key"',
      '-ticket',
      '-tok',
      'enrol',
      'unlock',
      '-seed',
      'hmac',
      '-salt',
      '-licen',
      'activation',
      '-word',
      '-cred',
      '-auth ',
      '-auth=',
      '-join',
    ],
    pattern: pattern(
      r`${dashes}(?<!(?:gpg|pgp|pub|public|recv|default|sign|signing|host|ssh|sort|cache|primary|partition|foreign)-?)(?:key|pwd?|unseal|-(?:ticket|tok|seed|salt|licen[sc]e|word|creds?|auth|join)|enroll?(?:ment)?|unlock|hmac|activation)(?:-?(?:key|code|token|ticket|secret|word|hex))?${gap}["']?(?:(?<=-(?:auth|creds?)[ =]["']?)[a-z][\w.@-]{0,40}:)?(?![a-z][\w.@-]{0,40}:)(?!(?<=encrypt-key[ =])(?:[\da-f]{8}){1,5}[\s"'\0])(?![^\s"'\0]{0,200}(?:[/\\]|:\d|\.[a-z]{2,5}(?:[\s"'\0]|$))|0x|\d{1,4}[-.:]\d{1,2}[-.:])(?=[^\s"'\0]{0,64}\d)(?=[^\s"'\0]{0,64}[a-z])([^\s"'\0<>{}$-][^\s"'\0<>{}$]{7,256})(?=[\s"'\0]|$)`,
    ),
    allowed: notToken,
    steps: 6_000,
    matches: [
      'java -jar owl.jar --jobkey «795f423d0c7ef762af4121c3a2699bf3» --zone x',
      'meshd --join mt1.relay --join-ticket «mt1.8eKgM5UgxMoZagQf» --site l',
      'feedmill --tok=«850cbaf5-228f-4b3d-ad0b-60cb06ff6be4» --every 1h',
      'gate --vncpw «tp12vncQ» --x',
      'yardctl --pw=«fila22,lugar16» --role=y',
      'kioskd --id K03 --enroll=«enr-K03-Zt5Q» --x',
      'chisel client --auth tun:«Ch1sel-Burin» https://h',
    ],
    others: [
      'gpg --recv-key 0123456789ABCDEF',
      'x --key=/etc/k1.pem',
      'x --sort-key=field_12345',
      'duplicity incr --encrypt-key 4F1A9C024F1A9C02 /srv x',
      'kubeadm --join 10.0.0.1:6443',
      'x --key client-01.pem',
    ],
  },
  {
    id: 'code-option',
    keywords: ['code', 'codice', 'codigo', '-pin', 'pin=', 'unlock', 'kod='],
    pattern: pattern(
      r`${dashes}(?:(?<!(?:${publicCodes}|en|de|uni|trans)[_-]?)code(?!c)|codice|codigo|pin|unlock|kod)(?:[._-][a-z]{1,16})?${gap}(\d{4,10}[#*]?)(?![\w./:-])`,
    ),
    matches: [
      'borned --compte=x --code-menu=«9514»',
      'portad --codice «551870» --mqtt x',
      'start --store K03 --unlock «7741»',
      'lockd --gate-code=«8802#» -d',
    ],
    others: ['x --exit-code=1000', 'x --pin 12', 'x --decode=8859', 'x --code-page 1252.5'],
  },
  {
    // Words of a passphrase without quotes, up to the next variable, the command, or a remark.
    id: 'words-in-variable',
    keywords: ['PASSPHRASE=', 'PASSWORD='],
    pattern: casedPattern(
      r`(?:(?<=(?:RESTIC|BORG)_)PASS(?:PHRASE|WORD)=${severalWords}([^"=$/\\{}()<>,;&|\0\r\n-]{7,100})(?=[ \t]{0,4}\r?$)|PASS(?:PHRASE|WORD)=${severalWords}([^"=$/\\{}()<>,;&|\0\r\n-]{7,80}?)(?=[ ](?:[A-Z][A-Z\d]{1,20}_[A-Z\d_]{1,30}=|\(|(?:borg|restic|rclone|openssl|gpg)[ ])))`,
    ),
    steps: 8_000,
    matches: [
      'DEBUG: BORG_PASSPHRASE=«Neun Kittel am Haken» borg create --stats',
      'env: RESTIC_PASSWORD=«drei Weichen ein Gleis» AWS_SECRET_ACCESS_KEY=x',
      'export RESTIC_PASSWORD=«panier sur la plage» (debug)',
      'RESTIC_PASSWORD=«panier sur la plage»',
    ],
    others: ['PASSWORD=abc ./deploy.sh prod now', 'PGPASSWORD=abc psql -h pg1', 'PASSWORD=abc make all'],
  },
];
