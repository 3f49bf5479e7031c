import type { Rule } from '../match/rule.js';
import { bareArgument, casedPattern, inQuotes, mixedCase, notSecret, pattern } from './fragments.js';

const r = String.raw;
const argument = r`(?:${inQuotes}|${bareArgument})`;

/** Forms that programs of the catalogs have, wherever they are: in options, variables, headers and what commands print. */
export const catalogFormRules: readonly Rule[] = [
  {
    // The name of an option has dots, or starts with a plus.
    id: 'joined-option',
    keywords: ['.password ', '.passwd ', '.pass ', '.secret ', '.token ', '_password ', '.password\0'],
    pattern: pattern(
      r`(?:(?<=[\s"'=\0]--?\w[\w.-]{0,40})\.|(?<=[\s"'=\0]\+\w{0,24})_)(?:password|passwd|pass|secret|token)[ \0]{1,4}${argument}`,
    ),
    allowed: notSecret,
    unless: mixedCase,
    rest: r`^\s\0"'`,
    matches: [
      'arangosh --server.username root --server.password «hunterfalcon»',
      'OPTS="--web.password «Granite3x» --port 80"',
      'srcds_linux +map de_dust2 +rcon_password «hunterfalcon»',
    ],
    others: ['app --web.password --port 80', 'the db.password option', 'the rcon_password is'],
  },
  {
    id: 'query-key',
    keywords: ['_key=', 'key=', '/SUSE/'],
    pattern: pattern(
      r`(?:(?<=[?&][a-z]{2,16})_?key=(?=[\w-]{0,64}\d)([\w.~%-]{10,512})(?=["'&\s]|$)|(?<=https?://[\w.:-]{1,128})/SUSE/[\w./-]{1,200}\?([\w-]{24,512})(?=["'&|\s]|$))`,
    ),
    allowed: notSecret,
    matches: [
      'wget -q "https://h/cron.php?cron_key=«XDdAxbPAclvhO294»"',
      'https://h/feed?feedKey=«a9x8b7c6d5e4f3»&page=2',
      'https://h/SUSE/x/?«0123456789abcdef0123456789abcdef»',
    ],
    others: ['https://h/x?page_key=home&sort_key=created', 'https://h/SUSE/x/?x=1'],
  },
  {
    id: 'header-option',
    keywords: ['-key:', '-token:', '-secret: ', '-pin: ', '-auth:', '-verify:', "'key: ", '"key: '],
    pattern: pattern(
      r`(?:(?<=(?:[ ]-H|--header)[ =]?["']?[\w-]{1,40})-(?:key|token|secret|pin|auth|verify):[ ]?|(?<=(?:[ ]-H|--header)[ =])["']key: |(?<=^[ \t]{0,32}x-[\w-]{1,24})-(?:auth|verify):[ ]{1,4}["']?)([^\s"'$][^\s"']{3,512})(?=["'\s]|$)`,
    ),
    allowed: notSecret,
    matches: [
      "curl -H 'X-Api-Key: «hunterfalcon»' https://h/",
      'wget --header="X-Admin-Token:«hunterfalcon»" u',
      "curl -H 'Key: «hunterfalcon»' https://h/",
      'x-a-auth: «hunterfalcon»',
    ],
    others: [
      'curl -H "X-Api-Key: $KEY" u',
      'the x-api-key: header',
      "curl -H 'X-Sort-Key: no'",
      '  x-auth: true',
    ],
  },
  {
    // Names of variables that no value but a secret follows.
    id: 'variable-name',
    keywords: ['_PIN=', '_PSK=', '_PW=', '_SALT=', '_PAT=', '_CREDENTIALS=', '_COMMUNITY='],
    pattern: casedPattern(
      r`(?<=(?<![\w.-])[A-Z][A-Z\d_]{0,40})_(?:PIN|PSK|PW|SALT|PAT|CREDENTIALS|COMMUNITY)=(?:"([^"$\s][^"\r\n]{2,199})(?=")|'([^'$\s][^'\r\n]{2,199})(?=')|([^\s\0"'$<({\[%/][^\s\0"',;&|<>(){}\[\]]{3,199})(?=[\s"'\0]|$))`,
    ),
    allowed: new RegExp(`${notSecret.source}|^(?:[a-z]+_[a-z_]+|[A-Z_]+)$`),
    matches: [
      'Environment=DB_HOST=h API_PIN=«77-88» LANG=C',
      '"WIFI_PSK=«hunterfalcon»",',
      'APP_SALT="«two words»"',
    ],
    others: ['GPIO_PIN=17', 'WIFI_PSK=$PSK', 'GIT_PAT=/run/secrets/pat'],
  },
  {
    id: 'login-map',
    keywords: ['_maps = static:', '_maps=static:', '_maps = inline:', '_maps=inline:'],
    pattern: pattern(
      r`(?<=password)_maps[ ]?=[ ]?(?:static:[^:\s]{1,64}:|inline:\{[ ]?\{?[^={}\r\n]{0,128}=[ ]?[^:\s={}]{1,64}:)([^\s}]{1,256})`,
    ),
    allowed: notSecret,
    matches: [
      'smtp_sasl_password_maps = static:bob:«hunterfalcon»',
      'smtp_sasl_password_maps = inline:{ { [h]:587 = bob:«Granite3x» } }',
    ],
    others: ['smtp_sasl_password_maps = static:bob', 'smtp_sasl_password_maps = inline:{'],
  },
  {
    // Secrets and disks of QEMU: a login in iSCSI's form, and the key of a Ceph client.
    id: 'qemu-secret',
    keywords: ['object secret,', 'iscsi://', ':key='],
    pattern: casedPattern(
      r`(?:object secret,[^\s]{0,100}?data=([^\s,"'\0]{1,512})|iscsi://[^\s%@/:"']{1,64}%([^\s@/"']{1,256})(?=@)|(?<=rbd:[^\s"']{1,200}):key=([\w+/]{16,256}={0,2}))`,
    ),
    matches: [
      'qemu-system-x86_64 -object secret,id=sec0,format=raw,data=«Granite3x»',
      'iscsi://bob%«pw»@h',
      'file=rbd:x:id=a:key=«aBcDeFgHiJkLmNoPqRsTuVwX=»:x',
    ],
    others: ['-object secret,id=s,file=/x', 'iscsi://h/x', 'x:key=aBcDeFgHiJkLmNoPqRsTuVwX='],
  },
  {
    // What certmonger, corosync, hponcfg and named print, and the second community of a list.
    id: 'printed-secret',
    keywords: [
      ",pin='",
      'totem.key (str)',
      '<password value',
      '<secret value',
      'modparam(',
      '<wep-keys>',
      "community'] = array(",
    ],
    pattern: pattern(
      r`(?:(?<=type=(?:NSSDB|FILE),[^\r\n]{0,300}),pin='([^'\r\n]{1,128})|totem\.key \(str\) = ([^\s]{1,512})|<(?:password|secret) value[ ]?=[ ]?"([^"\r\n$]{1,256})|modparam\("[\w-]{1,32}",[ ]?"\w{0,24}(?:secret|password|_key)",[ ]?"([^"\r\n]{1,256})|<wep-keys>\s{0,40}<key>([^<>\s]{5,64})(?=</key>)|community'\] = array\('[^'\r\n]{1,64}',[ ]?'([^'\r\n]{1,64}))`,
    ),
    matches: [
      "type=NSSDB,location='/etc/x',nickname='a',token='NSS Certificate DB',pin='«4711»'",
      'totem.key (str) = «hunterfalcon»',
      '<PASSWORD value = "«hunterfalcon»"/>',
      'modparam("auth", "secret", "«hunterfalcon»")',
      '<wep-keys><key>«abcde»</key></wep-keys>',
      "$config['snmp']['community'] = array('public', '«hunterfalcon»');",
    ],
    others: [
      "x,pin='1'",
      'totem.key (str)',
      '<wep-keys></wep-keys>',
      '<password value=""/>',
      'modparam("auth", "use_domain", 1)',
      "community'] = array('public');",
    ],
  },
];
