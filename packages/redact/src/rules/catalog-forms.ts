import type { Rule } from '../match/rule.js';
import { casedPattern, notSecret, pattern } from './fragments.js';

const r = String.raw;

/** Forms that programs of the catalogs have, wherever they are: in options, variables, headers and what commands print. */
export const catalogFormRules: readonly Rule[] = [
  {
    id: 'query-key',
    keywords: ['_key=', 'key=', '&p=', '/SUSE/'],
    pattern: pattern(
      r`(?:(?<=[?&][a-z]{2,16})_?key=(?=[\w-]{0,64}\d)([\w.~%-]{10,512})(?=["'&\s]|$)|(?<=/(?:write|query)\?[^\s]{0,200})&p=([^&"'\s\]]{1,512})|(?<=https?://[\w.:-]{1,128})/SUSE/[\w./-]{1,200}\?([\w-]{24,512})(?=["'&|\s]|$))`,
    ),
    allowed: notSecret,
    matches: [
      'wget -q "https://h/cron.php?cron_key=«Qm7TzR4kW9xLp2Vb»"',
      'http://h:8086/write?u=bob&p=«Granite3x»]: 401',
      'https://h/feed?feedKey=«q7m4z9kx2wlp8v»&page=2',
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
      "-auth':",
      '-key"',
      "-key'",
      '-token"',
      "-token'",
      '-secret"',
      "-secret'",
      '-verify:',
      "'key: ",
      '"key: ',
    ],
    pattern: pattern(
      r`(?:(?<=(?:[ ]-H|--header)[ =]?["']?[\w-]{1,40})-(?:key|token|secret|pin|auth|verify):[ ]?|(?<=(?:[ ]-H|--header)[ =])["']key: |(?<=(?:^|["'{, \t])x[\w-]{0,40})-(?:auth|verify)["']?:[ ]{1,4}["']?|(?<=["']x-[\w-]{0,40})-(?:key|token|secret)["'](?::|,|[ ]=>)[ ]{0,4}["'](?=[^"'\r\n]{6}))([^\s"'{$][^\s"']{3,512})(?=["'\s]|$)`,
    ),
    allowed: notSecret,
    matches: [
      "curl -H 'X-Api-Key: «hunterfalcon»' https://h/",
      'wget --header="X-Admin-Token:«hunterfalcon»" u',
      "curl -H 'Key: «hunterfalcon»' https://h/",
      'x-a-auth: «hunterfalcon»',
      '{"X-Auth": "«hunterfalcon»"}',
      "{ 'X-Auth': '«Granite3x»' }",
      'headers = {"X-Api-Key": "«hunterfalcon»"}',
      'req.Header.Set("X-Api-Key", "«hunterfalcon»")',
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
      '_PUK=',
      '_PSK=',
      '_PW=',
      '_SALT=',
      '_PAT=',
      '_CREDENTIALS=',
      '_COMMUNITY=',
      'TP_SEED=',
      '_AUTHTOK=',
      '_ENCRYPT=',
      '_HMAC=',
      '_AUTH=',
    ],
    pattern: casedPattern(
      r`(?<=(?<![\w.-])[A-Z][A-Z\d_]{0,40})(?:_(?:PIN|PUK|PSK|PW|SALT|PAT|CREDENTIALS|COMMUNITY|AUTHTOK|(?:ENCRYPT|HMAC)(?==["']?[\w+/=-]{16}))=|TP_SEED=|_AUTH=["']?[\w.@-]{1,64}:(?=[^\s:]))(?:"([^"$\s][^"\r\n]{2,199})(?=")|'([^'$\s][^'\r\n]{2,199})(?=')|([^\s\0"'$<({\[%/][^\s\0"',;&|<>(){}\[\]]{3,199})(?=[\s"'\0]|$))`,
    ),
    allowed: new RegExp(`${notSecret.source}|^(?:[a-z]+_[a-z_]+|[A-Z_]+)$`),
    matches: [
      'Environment=DB_HOST=h API_PIN=«77-88» LANG=C',
      '"WIFI_PSK=«hunterfalcon»",',
      'APP_SALT="«two words»"',
      '"TOTP_SEED=«Q7M4Z9KX2WLP»",',
      'PAM_AUTHTOK=«hunterfalcon» PAM_TYPE=auth',
      '+ export CONSUL_ENCRYPT=«LYXGf+vmFOn4VTI9CRfkotxwODw9==»',
      'NEXUS_AUTH=ci-nexus:«d11923cecc8b»',
    ],
    others: [
      'DISK_ENCRYPT=yes',
      'SMTP_AUTH=login',
      'GPIO_PIN=17',
      'WIFI_PSK=$PSK',
      'GIT_PAT=/run/secrets/pat',
    ],
  },
  {
    id: 'login-map',
    keywords: ['_maps = static:', '_maps=static:'],
    pattern: pattern(r`(?<=password)_maps[ ]?=[ ]?static:[^:\s]{1,64}:([^\s}]{1,256})`),
    allowed: notSecret,
    matches: ['smtp_sasl_password_maps = static:bob:«hunterfalcon»'],
    others: ['smtp_sasl_password_maps = static:bob'],
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
    // What getcert, corosync-cmapctl, OpenVPN's server and the configuration database of Ceph print.
    id: 'printed-secret',
    keywords: [
      ",pin='",
      'totem.key (str)',
      ',auth-token ',
      'password  ',
      'secret_key  ',
      'encryption_keys  ',
    ],
    pattern: pattern(
      r`(?:(?<=type=(?:NSSDB|FILE),[^\r\n]{0,300}),pin='([^'\r\n]{1,128})|totem\.key \(str\) = ([^\s]{1,512})|,auth-token ([^\s,']{4,512})|(?<=^[\w.*-]{1,40} {1,40}(?:basic|advanced|dev|unknown) {1,4}[\w/.-]{0,64})(?:password|secret_key|encryption_keys) {2,80}([^\s*]{4,256}))`,
    ),
    matches: [
      "type=NSSDB,location='/etc/x',nickname='a',token='NSS Certificate DB',pin='«4711»'",
      'totem.key (str) = «hunterfalcon»',
      "'PUSH_REPLY,auth-token «Qm7T_zR_4k_W9xLp2VbN»,peer-id 3'",
      'mgr       advanced  mgr/dashboard/GRAFANA_API_PASSWORD       «c5n-ogy^~4Ym»     *',
    ],
    others: ["x,pin='1'", 'totem.key (str)', ',auth-token ,', 'the password  is'],
  },
];
