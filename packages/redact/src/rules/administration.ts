import type { Rule } from '../match/rule.js';
import { base64Rest, notProse, notSecret, notToken, ofProgram, pattern, valueRest } from './fragments.js';

const r = String.raw;
/** An argument, in quotes or not. */
const argument = r`["']?([^\s\0"'<>|;&-][^\s\0"'<>|;&]{0,255})`;

/** Passwords at a place in a command line, and in configuration of one program only. */
export const administrationRules: readonly Rule[] = [
  {
    id: 'command-argument',
    keywords: [
      'add_user ',
      'change_password ',
      'htpasswd -',
      ' -pw ',
      '<<<',
      'secret-set-value ',
      'aws_secret_access_key ',
      'vault login ',
      'sapcontrol ',
      'hdbuserstore ',
      ' -auth ',
      '.password ',
      ' -o user',
      ' /p:',
    ],
    pattern: pattern(
      '(?:',
      [
        ofProgram('rabbitmqctl', r`(?:add_user|change_password)[ ]{1,4}["']?[\w.@-]{1,64}["']?[ ]{1,4}`),
        r`htpasswd -(?=[a-z]{0,4}b)(?![a-z]{0,4}n)[a-zB]{1,6}[ ]{1,4}[^\s]{1,200}[ ]{1,4}[\w.@-]{1,64}[ ]{1,4}`,
        r`htpasswd -(?=[a-z]{0,4}b)(?=[a-z]{0,4}n)[a-zB]{1,6}[ ]{1,4}[\w.@-]{1,64}[ ]{1,4}`,
        ofProgram('kadmin(?:\\.local)?|addprinc|cpw|ank|plink|pscp|psftp', r` -pw[ ]{1,4}`),
        ofProgram(
          'chpasswd|kinit|passwd|cryptsetup',
          r`<<<[ ]{0,4}(?!["']?[\w.-]{1,32}:<)["']?(?:[\w.-]{1,32}:)?`,
        ),
        r`secret-set-value (?:--base64 |[\w-]{1,40} )`,
        r`(?<=configure set )aws_secret_access_key[ ]{1,4}`,
        r`vault login (?=[^\s]{0,60}\d)`,
        r`sapcontrol [^\r\n]{0,100}?-user [\w.-]{1,32} `,
        r`hdbuserstore (?:-\w{1,8} )?set [\w.-]{1,32} [\w.:@-]{1,64} [\w.-]{1,32} `,
        ofProgram('splunk', r` -auth [\w.-]{1,32}:`),
        ofProgram('iscsiadm', r`\.password (?:-v |--value[= ])`),
        ofProgram('racadm', r`\.password `),
        r` -o user(?:name)?=[^\s,%]{1,64}%`,
        ofProgram('[a-z-]{0,4}freerdp\\d?', ' /p:'),
      ].join('|'),
      `)${argument}`,
    ),
    allowed: notSecret,
    rest: valueRest,
    steps: 5_000,
    matches: [
      'rabbitmqctl add_user bob «hunter2»',
      'htpasswd -bc /etc/users bob «hunter2»',
      'htpasswd -nb bob «hunter2»',
      'plink -ssh -pw «hunter2» h',
      'iscsiadm -m node --name node.session.auth.password --value=«hunter2»',
      'kadmin -q "addprinc -pw «hunter2» bob"',
      'chpasswd <<< "root:«hunter2»"',
      'virsh secret-set-value --base64 «aHVudGVyMg==»',
      'aws configure set aws_secret_access_key «abc12345»',
      'vault login «abc12345»',
      'sapcontrol -nr 00 -user adm «hunter2» -function x',
      'hdbuserstore SET key host:30015 user «hunter2»',
      'splunk list -auth admin:«hunter2»',
      'iscsiadm -m node -o update -n node.session.auth.password -v «hunter2»',
      'racadm set iDRAC.Users.2.Password «hunter2»',
      'mount.cifs //h/s /m -o user=a%«hunter2»',
      'xfreerdp /u:a /p:«hunter2» /v:h',
    ],
    others: [
      'htpasswd -c /etc/users bob',
      'vault login -method=ldap',
      'cat <<< "some text"',
      'mount -o user=a /m',
    ],
  },
  {
    id: 'device-password',
    keywords: [
      'enable password',
      'enable secret',
      '-server key',
      'authentication-key ',
      'digest-key ',
      'key-string ',
      'username ',
      'neighbor ',
      'ppp chap password',
    ],
    pattern: pattern(
      r`(?<=^[ \t]{0,8}(?:ip ospf |isis )?(?:message-|tacacs|radius)?)(?:enable (?:password|secret)|(?:(?<=tacacs)|(?<=radius))-server key|authentication-key|(?:message-)?digest-key \d{1,3} md5|key-string|(?:username|neighbor) [\w.:-]{1,64} (?:password|secret)|ppp chap password) (?:[05789] )?([^\s"]{3,256})(?=[ \t]{0,8}$)`,
    ),
    allowed: notSecret,
    matches: [
      'enable secret 5 «$1$abcd$efgh1»',
      'radius-server key «hunter2»',
      ' username admin password 7 «0822455D0A16»',
      ' neighbor 10.0.0.1 password «hunter2»',
      '  ip ospf message-digest-key 1 md5 «hunter2»',
      '  ppp chap password 0 «hunter2»',
      ' key-string «hunter2»',
    ],
    others: ['enable password encryption now', 'username is required', 'neighbor 10.0.0.1 remote-as 65000'],
  },
  {
    id: 'grub-password',
    keywords: ['password ', 'sshpw '],
    pattern: pattern(
      r`(?<=^[ \t]{0,8})(?:password (?:root|admin|grub) |sshpw [^\r\n]{0,100}? (?=[^\s-][^\s]{0,127}(?: --plaintext|$)))([^\s"-][^\s"]{2,255})(?=[ \t]|$)`,
    ),
    allowed: notSecret,
    matches: ['password root «hunter2»', 'sshpw --username=root «hunter2» --plaintext'],
    others: ['password root', 'the password root x12', 'sshpw --username=root'],
  },
  {
    id: 'login-block',
    keywords: [
      '<auth-user-pass>',
      'checksum</name>',
      'incominguser ',
      'outgoinguser ',
      'sentinel auth-pass ',
    ],
    pattern: pattern(
      r`(?:<auth-user-pass>\r?\n[^\r\n]{1,128}\r?\n|checksum</name>\s{0,40}<value>\s{0,40}(?:<string>)?|(?:incoming|outgoing)user [^\s]{1,64} |sentinel auth-pass [^\s]{1,64} )([^\s<>"]{3,512})`,
    ),
    allowed: notSecret,
    matches: [
      '<auth-user-pass>\nbob\n«hunter2»\n</auth-user-pass>',
      '<name>checksum</name>\n<value><string>«0123456789abcdef»</string></value>',
      'incominguser bob «hunter2»',
      'sentinel auth-pass main «hunter2»',
    ],
    others: ['<auth-user-pass>', '<name>checksum</name><type>', 'incominguser x'],
  },
  {
    id: 'access-list-password',
    keywords: ['user '],
    pattern: pattern(
      r`(?<=^)user [\w.-]{1,64} (?=[^\r\n]{0,200}(?:[ +-]@|[ ~&][^ \r\n]{0,64}\*|o(?:n|ff) ))(?:[^\r\n>#]{0,200} )?(?:>|#(?=[0-9a-f]{64}))([^\s]{1,256})`,
    ),
    matches: [
      'user default on >«hunter2» ~* +@all',
      'user worker +@all ~jobs:* on >«hunter2»',
      `user default on #«${'5e88'.repeat(16)}» ~*`,
    ],
    others: ['user default on nopass ~* +@all', 'user bob is on > list'],
  },
  {
    id: 'erlang-password',
    keywords: ['{default_pass', '{password', '{ldap_bind_pass', '{cookie'],
    pattern: pattern(
      r`\{(?:default_pass|password|ldap_bind_pass|cookie)[a-z]{0,8},[ \t]{0,4}(?:<<)?["']([^"'\r\n]{1,256})`,
    ),
    allowed: notSecret,
    matches: ['{default_pass, <<"«hunter2»">>}', '{password, "«hunter2»"}'],
    others: ['{default_pass, undefined}', '{password_hashing, x}'],
  },
  {
    id: 'ceph-key',
    keywords: ['key AQ', 'key = AQ', 'key: AQ', 'key=AQ', 'key": "AQ', 'secret=AQ', 'secret: AQ'],
    pattern: pattern(r`(?:key|secret)"?(?:[ ]?[:=][ ]?|[ ])"?(AQ[A-Za-z0-9+/]{36,40}==)`),
    rest: base64Rest,
    matches: [
      '\tkey = «AQBaB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0uVwXy==»',
      'ceph auth add x --key «AQBaB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0uVwXy==»',
    ],
    others: ['key = AQ', 'key = AQBaB1cD2eF3', 'the key AQ'],
  },
  {
    id: 'program-option',
    keywords: [' -w ', ' -a ', ' -k ', ' -p'],
    pattern: pattern(
      '(?:',
      [
        ofProgram('ipa-[a-z-]{3,20}-install', ' -[wpa] '),
        ofProgram('bcp|hdbsql|rdesktop|az login|influx|mongodump|mongorestore|ipa', ' -p '),
        ofProgram(
          'docker login|podman login|sqlcmd|bcp|ipmitool|7z[arz]?|hdbsql',
          r` -p(?=[^\s]{3})(?!rotocol|arallel|ort)`,
        ),
        ofProgram('trapsess', ' -a (?!MD5|SHA)'),
      ].join('|'),
      `)${argument}`,
    ),
    allowed: new RegExp(`${notToken.source}|^\\d{4,5}$`, 'i'),
    unless: notProse,
    rest: valueRest,
    steps: 7_000,
    matches: [
      'ipa-client-install -p admin -w «hunter2» -U',
      'rdesktop -u bob -p «hunter2» h',
      'az login --service-principal -u x -p «hunter2» --tenant y',
      'sqlcmd -S h -U sa -P«hunter2»',
      'trapsess -v 3 -u u -a MD5 -A «hunter2» h',
    ],
    others: ['ipa-client-install -p admin', '7z a -parallel x', 'cp -p a b', 'grep -w x1'],
  },
  {
    // Keys of network devices that stand between words of their line.
    id: 'device-key',
    keywords: ['isakmp key ', 'snmp-server user ', ' priv ', 'authentication-key ', ' key '],
    pattern: pattern(
      r`(?:isakmp key (?:\d )?([^\s]{1,128})(?= (?:address|hostname) )|snmp-server user [^\r\n]{1,120} auth (?:md5|sha[\d-]{0,4}) ([^\s]{4,128})|(?<=snmp-server user [^\r\n]{1,200}) priv (?:aes|3?des)(?: ?\d{2,3})? ([^\s]{4,128})|(?<=ntp )authentication-key \d{1,8} md5 ([^\s]{1,128})|(?<=^ (?:address|timeout|retransmit)[^\r\n]{0,120}\r?\n) key (?:\d )?([^\s]{4,128})(?=[ \t]{0,4}\r?$))`,
    ),
    allowed: notSecret,
    matches: [
      'crypto isakmp key «Granite3x» address 203.0.113.20',
      'snmp-server user nms grp v3 auth sha «Granite3x» priv aes 128 «Copper4y»',
      'ntp authentication-key 1 md5 «045802150C2E» 7',
      ' address ipv4 10.0.0.9 auth-port 1812\n key «R4d-Shared»\n',
    ],
    others: ['snmp-server user nms grp v3', 'the key is here', ' priv aes 128', ' address 10.0.0.9\n key \n'],
  },
];
