import type { Rule } from '../match/rule.js';
import { mixedCase, notSecret } from './fragments.js';

const r = String.raw;

/** How an option has its password: as the next argument or after `=`, in the same argument, or after a text that the expression describes. */
type Shape = 'next' | 'glued' | 'text';

/** A program's options that have a password, each with its shape; names are expressions. At most one password of an option in a line. */
type ProgramOptions = readonly [
  programs: readonly string[],
  ...options: readonly (readonly [Shape, string])[],
];

/** Programs whose manuals have an option for a password. A new program is one line. */
const programs: readonly ProgramOptions[] = [
  [
    ['rar', 'unrar'],
    ['glued', '-hp'],
    ['glued', '-p'],
  ],
  // Their small letters name files.
  [['pk12util'], ['next', '-W'], ['next', '-K']],
  [['ssh-keygen'], ['next', '-N'], ['next', '-P']],
  [['slappasswd'], ['next', '-s']],
  [
    ['ldapsearch', 'ldapmodify', 'ldapadd', 'ldapdelete', 'ldapwhoami', 'ldapcompare'],
    ['glued', '-w'],
  ],
  [['ldappasswd'], ['next', '-s'], ['next', '-a']],
  [
    ['mosquitto_pub', 'mosquitto_sub', 'mosquitto_rr'],
    ['next', '-P'],
    ['next', '--pw'],
  ],
  [
    ['zip', 'unzip', 'zipcloak'],
    ['next', '-P'],
  ],
  [['openconnect'], ['next', '--cookie']],
  [
    ['hydra', 'esxcli', 'aescrypt'],
    ['next', '-p'],
  ],
  [
    ['sendEmail', 'sendemail'],
    ['next', '-xp'],
  ],
  [['vault operator unseal'], ['text', ' ']],
  [['nmcli'], ['text', r`[ ](?:802-11-wireless-security|wifi-sec)\.(?:psk|wep-key\d|leap-password) `]],
  [['mosquitto_passwd'], ['text', r`[ ]-b [^\s]{1,200} [^\s]{1,64} `]],
  [['nodetool'], ['next', '-pw'], ['next', '--password']],
  [
    ['winexe', 'wmic', 'net ads', 'net rpc'],
    ['text', r`[ ]-U[ ]{0,2}["']?[^\s%"']{1,64}%`],
  ],
  [
    ['expdp', 'impdp', 'sqlldr'],
    ['text', r`[ ]userid=["']?[^\s/"']{1,64}/`],
  ],
  [['tailscale'], ['next', '--auth-?key']],
  [['ngrok'], ['text', r`(?: config add-authtoken| authtoken|[ ]--authtoken)[ =]`]],
  [
    ['mc alias set', 'mc config host add'],
    ['text', r` [^\s]{1,64} https?://[^\s]{1,200} [^\s]{1,128} `],
  ],
  [
    ['consul', 'nomad'],
    ['next', '--?encrypt'],
    ['next', '--?token'],
  ],
  [['serf'], ['next', '--?encrypt'], ['next', '--?rpc-auth']],
  [['rclone'], ['next', r`--[a-z\d-]{2,20}-(?:secret-access-key|pass|key|client-secret)`]],
  [
    ['az storage', 'az redis', 'az cosmosdb'],
    ['next', '--account-key'],
    ['next', '--sas-token'],
  ],
  [['wpa_passphrase'], ['text', r` (?:"[^"]{1,32}"|'[^']{1,32}'|[^\s]{1,32}) `]],
  [
    ['rabbitmqadmin', 'twine', 'ncftpput', 'ncftpget', 'ncftpls'],
    ['next', '-p'],
  ],
  [['nsupdate'], ['text', r`[ ]-y[ ]{0,2}["']?(?:hmac-[\w-]{1,16}:)?[\w.-]{1,64}:`]],
  [
    ['grafana-cli', 'grafana'],
    ['text', r`[ ]reset-admin-password `],
  ],
  [
    ['virsh'],
    ['text', r` secret-set-value [^\r\n]{0,100}?--base64[ =]`],
    ['text', r` secret-set-value [\da-fA-F-]{36} `],
  ],
  [['wpa_cli'], ['text', r` set_network \d{1,3} (?:psk|password|wep_key\d) \\?"?`]],
  [
    ['iwconfig', 'iw'],
    ['text', r`[ ]key (?:s:|\d:)`],
  ],
  [['isql'], ['text', r` (?:-[a-z]{1,3} )?[\w.-]{1,64} [\w.-]{1,64} (?!-)`]],
  [['mc admin user add'], ['text', r` [^\s]{1,64} [^\s]{1,128} `]],
  [['kopia'], ['next', '--secret-access-key'], ['next', '--password']],
];

const argument = r`(?:"([^"\r\n\0]{1,256})|'([^'\r\n\0]{1,256})|([^\s\0"'-][^\s\0"']{0,255}))`;

/** Between a program and its option: nothing of another command. */
const between = r`[^\r\n|]{0,120}?`;

const forms: Readonly<Record<Shape, (option: string) => string>> = {
  next: (option) => r`${between}[ \0]${option}[ =\0]{1,3}`,
  glued: (option) => r`${between}[ \0]${option}(?=[^\s\0=-][^\s\0]{2})`,
  text: (text) => (text.startsWith(' ') ? text : `${between}${text}`),
};

/** The rule for the options at one place of the table's rows. An own rule for each place: two passwords of one line are both found. */
function optionRule(id: string, place: number, matches: readonly string[], others: readonly string[]): Rule {
  const rows = programs.flatMap(([names, ...options]) => {
    const option = options[place];
    return option === undefined ? [] : [{ names, form: forms[option[0]](option[1]) }];
  });
  return {
    id,
    keywords: rows.flatMap(({ names }) => names.flatMap((name) => startsOf(name))),
    pattern: new RegExp(
      r`(?<![\w-])(?:${rows.map(({ names, form }) => `(?:${names.join('|')})(?=[ \\0])${form}`).join('|')})${argument}`,
      'm',
    ),
    allowed: notSecret,
    unless: mixedCase,
    rest: r`^\s\0"'`,
    matches,
    others,
  };
}

/** The text that a program's name starts with, and the blank or NUL after it. */
const startsOf = (name: string): string[] => {
  const literal = /^[\w-]+(?=\[|$)/.exec(name)?.[0] ?? name;
  return literal === name ? [`${name} `, `${name}\0`] : [literal];
};

/** Passwords in options and arguments of single programs. */
export const programRules: readonly Rule[] = [
  optionRule(
    'program-argument',
    0,
    [
      'unrar x -hp«Copper5x» a.rar',
      'pk12util -i a.p12 -d sql:/etc/pki -W «Silver6x»',
      'mc admin user add minio alice «Granite3x»',
      'ssh-keygen -t rsa -N «Quiet7» -f id',
      'slappasswd -h {SSHA} -s «Amber9x»',
      'ldapmodify -x -D cn=admin -w«Amber9x» -f x.ldif',
      'mosquitto_sub -h mq -P «Lantern9x» -t t',
      'mosquitto_passwd -b /etc/mq/passwd bob «Lantern9x»',
      'winexe -U ACME/admin%«Granite3x» //srv cmd',
      'expdp userid=system/«Granite3x» full=y',
      'tailscale up --authkey «Granite3x»',
      'ngrok config add-authtoken «Granite3x»',
      'mc alias set minio http://s3:9000 admin «Granite3x»',
      'consul agent -encrypt «pUqJ+rVy=» -join c1',
      'rclone copy a b --s3-secret-access-key «Granite3x»',
      'wpa_passphrase HomeNet «Granite3x»',
      'nsupdate -y k1:«aBcDeFgHiJ=»',
      'virsh secret-set-value --secret x --base64 «R3Jhbml0»',
      'wpa_cli set_network 0 psk "«Granite3x»"',
      'isql -v mydsn bob «Canyon8x»',
      'zip -P «winter-bishop-coffee» a.zip b',
      'vault operator unseal «Granite3x»',
      'nmcli con modify o wifi-sec.psk «Granite3x»',
      'iw dev wlan0 connect net key 0:«abcde»',
      'nodetool\0-pw\0«Canyon8x»\0status',
    ],
    [
      'unrar x a.rar',
      'ssh-keygen -t rsa -f id',
      'slappasswd -g',
      'mc alias set minio x',
      'consul agent -join c1',
      'tailscale status',
      'isql -v mydsn',
      'pk12util -i a.p12 -w /etc/pki/password.txt',
      'net ads info',
      'unzip -P',
      'vault operator unseal -status',
      'iw dev wlan0 link',
    ],
  ),
  optionRule(
    'program-second-argument',
    1,
    [
      'virsh secret-set-value 457eb676-33da-42ec-9a8c-9293d545c337 «R3Jhbml0»',
      'serf members -rpc-auth=«Granite3x»',
      'unrar e -p«Copper5x» a.rar',
      'ssh-keygen -p -P «OldQuiet7» -N x',
      'mosquitto_pub -h h --pw «Granite3x»',
      'nomad status -token=«8f246b77»',
    ],
    ['unrar e a.rar', 'pk12util -l a.p12', 'consul members'],
  ),
  {
    id: 'qemu-secret',
    keywords: ['object secret,'],
    pattern: /object secret,[^\s]{0,100}?data=([^\s,"'\0]{1,512})/,
    matches: ['qemu-system-x86_64 -object secret,id=sec0,format=raw,data=«Granite3x»'],
    others: ['-object secret,id=s,file=/x'],
  },
];
