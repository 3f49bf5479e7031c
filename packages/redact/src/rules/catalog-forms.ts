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
    keywords: [
      '-key:',
      '-token:',
      '-secret: ',
      '-pin: ',
      '-auth:',
      '-auth":',
      '-verify:',
      "'key: ",
      '"key: ',
    ],
    pattern: pattern(
      r`(?:(?<=(?:[ ]-H|--header)[ =]?["']?[\w-]{1,40})-(?:key|token|secret|pin|auth|verify):[ ]?|(?<=(?:[ ]-H|--header)[ =])["']key: |(?<=(?:^|["'{, \t])x[\w-]{0,40})-(?:auth|verify)["']?:[ ]{1,4}["']?)([^\s"'$][^\s"']{3,512})(?=["'\s]|$)`,
    ),
    allowed: notSecret,
    matches: [
      "curl -H 'X-Api-Key: «hunterfalcon»' https://h/",
      'wget --header="X-Admin-Token:«hunterfalcon»" u',
      "curl -H 'Key: «hunterfalcon»' https://h/",
      'x-a-auth: «hunterfalcon»',
      '{"X-Auth": "«hunterfalcon»"}',
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
    keywords: [
      '_PIN=',
      '_PSK=',
      '_PW=',
      '_SALT=',
      '_PAT=',
      '_CREDENTIALS=',
      '_COMMUNITY=',
      'TP_SEED=',
      '_AUTHTOK=',
    ],
    pattern: casedPattern(
      r`(?<=(?<![\w.-])[A-Z][A-Z\d_]{0,40})(?:_(?:PIN|PSK|PW|SALT|PAT|CREDENTIALS|COMMUNITY|AUTHTOK)|TP_SEED)=(?:"([^"$\s][^"\r\n]{2,199})(?=")|'([^'$\s][^'\r\n]{2,199})(?=')|([^\s\0"'$<({\[%/][^\s\0"',;&|<>(){}\[\]]{3,199})(?=[\s"'\0]|$))`,
    ),
    allowed: new RegExp(`${notSecret.source}|^(?:[a-z]+_[a-z_]+|[A-Z_]+)$`),
    matches: [
      'Environment=DB_HOST=h API_PIN=«77-88» LANG=C',
      '"WIFI_PSK=«hunterfalcon»",',
      'APP_SALT="«two words»"',
      '"TOTP_SEED=«UMNXNB5LYEUF»",',
      'PAM_AUTHTOK=«hunterfalcon» PAM_TYPE=auth',
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
    keywords: ['object secret,', "'secret,id=", '"secret","id"', 'iscsi://', ':key='],
    pattern: casedPattern(
      r`(?:(?:object |')secret,[^\s]{0,100}?data=([^\s,"'\0]{1,512})|"secret","id":"[^{}\r\n]{0,200}?"data":"([^"\r\n]{1,512})|iscsi://[^\s%@/:"']{1,64}%([^\s@/"']{1,256})(?=@)|(?<=rbd:[^\s"']{1,200}):key=([\w+/]{16,256}={0,2}))`,
    ),
    matches: [
      'qemu-system-x86_64 -object secret,id=sec0,format=raw,data=«Granite3x»',
      "<qemu:arg value='secret,id=sec0,data=«Granite3x»'/>",
      '{"qom-type":"secret","id":"s0","data":"«XCyadBD3e=»","keyid":"k"}',
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
      ',auth-token ',
      'CIPHER KEY: ',
      'HMAC KEY: ',
      'MS-MPPE-',
      'ticket=ST-',
      '{Basic ',
      '|Basic ',
      '] to [',
      'string="',
      'key => ',
      'secret => ',
      ',user=',
      'password  ',
      'secret_key  ',
      'encryption_keys  ',
    ],
    pattern: pattern(
      r`(?:(?<=type=(?:NSSDB|FILE),[^\r\n]{0,300}),pin='([^'\r\n]{1,128})|totem\.key \(str\) = ([^\s]{1,512})|<(?:password|secret) value[ ]?=[ ]?"([^"\r\n$]{1,256})|modparam\("[\w-]{1,32}",[ ]?"\w{0,24}(?:secret|password|_key)",[ ]?"([^"\r\n]{1,256})|<wep-keys>\s{0,40}<key>([^<>\s]{5,64})(?=</key>)|community'\] = array\('[^'\r\n]{1,64}',[ ]?'([^'\r\n]{1,64})|,auth-token ([^\s,']{4,512})|(?:CIPHER|HMAC) KEY: ([\da-f][\da-f ]{15,255})|MS-MPPE-(?:Recv|Send)-Key = 0x([\da-f]{32,128})|ticket=(ST-[\w.-]{10,256})|[{|]Basic ([\w+/]{6,256}={0,2})(?=[}|])|(?<= property \[\w{0,40}(?:pass|password|secret))\] to \[([^\]\r\n]{1,128})|string="([\da-f]{32})(?= <%pri)|(?:key|secret) => \d{1,4} bytes(?: @ 0x[\da-f]{1,16}|: (?=[\da-f]{16}))(?:\r?\n[^\r\n]{0,64}[ ]0: )?((?:[\da-f]|[ ](?=[\da-f])){8,128})|(?<=[ \t]cifs[ \t][^\r\n]{0,100}),user=[^\s,%]{1,64}%([^\s,]{1,256})|(?<=^[\w.*-]{1,40} {1,40}(?:basic|advanced|dev|unknown) {1,4}[\w/.-]{0,64})(?:password|secret_key|encryption_keys) {2,80}([^\s*]{4,256}))`,
    ),
    matches: [
      "type=NSSDB,location='/etc/x',nickname='a',token='NSS Certificate DB',pin='«4711»'",
      'totem.key (str) = «hunterfalcon»',
      '<PASSWORD value = "«hunterfalcon»"/>',
      'modparam("auth", "secret", "«hunterfalcon»")',
      '<wep-keys><key>«abcde»</key></wep-keys>',
      "$config['snmp']['community'] = array('public', '«hunterfalcon»');",
      "'PUSH_REPLY,auth-token «SESS_ID_AT_CMUg1uQ2a»,peer-id 3'",
      'Static Encrypt: CIPHER KEY: «5be0c2a7 91f47d3e c82b604f 1a96de53»',
      `MS-MPPE-Recv-Key = 0x«${'75a1'.repeat(16)}»`,
      'GET /sso?ticket=«ST-88121-vwup7iPTLZEs3v2kdt» HTTP/1.1',
      '200 99 - - LR-- 1/1 {Basic «Xns7SvGunefImPv==»} "GET / HTTP/1.1"',
      'failed to set property [keypass] to [«hunterfalcon»]',
      `string="«${'66fc'.repeat(8)}» <%pri%>%msg%"`,
      'encryption initiator key => 16 bytes @ 0x7f1c\n10[CHD]    0: «8E 41 F0 7C 25»  .A.|%',
      '//h/s /m cifs guest,user=a%«hunter2»,ro 0 0',
      `SK_p secret => 32 bytes: «${'9bbd'.repeat(16)}»`,
      'mgr       advanced  mgr/dashboard/GRAFANA_API_PASSWORD       «c5n-ogy^~4Ym»     *',
    ],
    others: [
      "x,pin='1'",
      'totem.key (str)',
      '<wep-keys></wep-keys>',
      '<password value=""/>',
      'modparam("auth", "use_domain", 1)',
      "community'] = array('public');",
      'HMAC KEY: none',
      'ticket=ST-1',
      'set property [name] to [x]',
      'the password  is',
    ],
  },
];
