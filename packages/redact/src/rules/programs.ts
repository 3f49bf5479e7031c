import type { Rule } from '../match/rule.js';
import { mixedCase, notProse, notSecret, notToken, ofProgram, pattern, valueRest } from './fragments.js';
import { platformPrograms } from './platform-options.js';
import { programs, type Shape } from './program-options.js';

const r = String.raw;

const argument = r`(?:\\"([^"\\\r\n\0]{1,256})(?=\\")|"([^"\r\n\0]{1,256})|'([^'\r\n\0]{1,256})|([^\s\0"',\\-][^\s\0"']{0,255}))`;

/** Between two arguments, also of a list in quotes, and of an audit record, which has `a1=` before the second. */
const gap = r`(?:[ \0]{1,2}|["'][ ,]{1,2})(?:a\d\d?=)?`;
/** Text between a program and its option: nothing of another command. */
const between = r`[^\r\n|]{0,120}?`;

const forms: Readonly<Record<Shape, (option: string) => string>> = {
  next: (option) => r`${between}[ \0"'=]${option}(?:=|${gap})`,
  glued: (option) => r`${between}[ \0"'=]${option}(?=[^\s\0=-][^\s\0]{2})`,
  either: (option) => r`${between}[ \0]${option}[ =\0]{0,3}`,
  text: (text) => (text.startsWith(' ') ? text : `${between}${text}`),
};

/** A rule for the options at one place of the table's rows. With a rule for each place, two passwords on one line are both found. */
function optionRule(id: string, place: number, matches: readonly string[], others: readonly string[]): Rule {
  const keywords: string[] = [];
  const namesOf = new Map<string, string[]>();
  for (const [names, ...options] of [...programs, ...platformPrograms]) {
    const option = options[place];
    if (option === undefined) continue;
    const [shape, text] = option;
    const form = forms[shape](text);
    namesOf.set(form, [...(namesOf.get(form) ?? []), ...names]);
    keywords.push(...names.flatMap((name) => startsOf(name, shape === 'text' ? [] : ['"', "'"])));
  }
  return {
    id,
    keywords,
    pattern: new RegExp(
      r`(?<![\w-])(?:${Array.from(namesOf, ([form, names]) => `(?:${names.join('|')})(?=[ \\0"'])${form}`).join('|')})${argument}`,
      'm',
    ),
    allowed: notSecret,
    unless: mixedCase,
    rest: r`^\s\0"'`,
    matches,
    others,
  };
}

/** Keywords for a program: its name if it is long, else with what may follow it, or the literal start of its expression. */
const startsOf = (name: string, ends: readonly string[]): string[] => {
  const literal = /^[\w-]+(?=\[|$)/.exec(name)?.[0] ?? name;
  return literal === name && name.length < 8 ? [' ', '\0', ...ends].map((end) => `${name}${end}`) : [literal];
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
      'http -a bob:«granite-cake» GET https://h',
      'keytool -storepasswd -new «Granite3x»',
      'mosquitto_passwd -b /etc/mq/passwd bob «Lantern9x»',
      'winexe -U ACME/admin%«Granite3x» //srv cmd',
      'expdp userid=system/«Granite3x» full=y',
      'ngrok config add-authtoken «Granite3x»',
      'mc alias set minio http://s3:9000 admin «Granite3x»',
      'consul agent -encrypt «pUqJ+rVy=» -join c1',
      'wpa_passphrase HomeNet «Granite3x»',
      'nsupdate -y k1:«aBcDeFgHiJ=»',
      'virsh secret-set-value --secret x --base64 «R3Jhbml0»',
      'wpa_cli set_network 0 psk "«Granite3x»"',
      'isql -v mydsn bob «Canyon8x»',
      'zip -P «winter-silver-monkey» a.zip b',
      'vault operator unseal «Granite3x»',
      'nmcli con modify o wifi-sec.psk «Granite3x»',
      'iw dev wlan0 connect net key 0:«abcde»',
      'tsql -S h -U sa -P «Granite3x»',
      'pt-table-checksum h=db1,u=chk,p=«Granite3x»',
      'ttyd -c adm:«Granite3x» bash',
      'smbpasswd -a bob -w «Granite3x»',
      'nodetool\0-pw\0«Canyon8x»\0status',
      'net use z: //h/s «Granite3x» /user:bob',
      'zabbix_get -s h -k mysql.ping["tcp://db:3306",mon,"«Granite3x»"]',
      'mysqladmin -u root password «hunter2»',
      'ipmitool user set password 2 «hunter2»',
      "args=['/usr/sbin/ipa-join', '-s', 'h', '-w', '«Granite3x»']",
      '"cmd": ["mosquitto_pub","-P","«Granite3x»"]',
      'ssserver -s "[::]:8388" -k "«hello-kitty»"',
      'amazon-ssm-agent -register -code "«k6Y2WTsRGe»" -id x',
      'ssm-setup-cli -register -activation-code «k6Y2WTsRGe» -activation-id x',
      'a0="ldappasswd" a1="-x" a2="-D" a3="cn=a" a4="-w«Granite3x»"',
    ],
    [
      'unrar x a.rar',
      'ssh-keygen -t rsa -f id',
      'slappasswd -g',
      'mc alias set minio x',
      'consul agent -join c1',
      'isql -v mydsn',
      'pk12util -i a.p12 -w /etc/pki/password.txt',
      'net ads info',
      'unzip -P',
      'vault operator unseal -status',
      'iw dev wlan0 link',
      'net use z: //h/s /user:bob',
      'zabbix_get -s h -k system.cpu.load[all,avg1]',
      'mysqladmin -u root password -h db1',
      "['ipa-join', '-w'], 'x'",
      'a0="mosquitto_pub" a1="-h" a2="h1"',
    ],
  ),
  optionRule(
    'program-second-argument',
    1,
    [
      'virsh secret-set-value 0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9 «R3Jhbml0»',
      'serf members -rpc-auth=«Granite3x»',
      'unrar e -p«Copper5x» a.rar',
      'isql -SSYB -Usa -P«Granite3x»',
      'ssh-keygen -p -P «OldQuiet7» -N x',
      'smbpasswd -s -a bob «Granite3x»',
      'openssl enc -aes-256-cbc -k «hunterfalcon» -in x',
      'nmcli dev wifi connect x password «hunter2»',
    ],
    ['unrar e a.rar', 'smbpasswd -s -a bob', 'pk12util -l a.p12'],
  ),
  {
    // Any program: an option for a user with a name, and after it one for a password.
    id: 'login-options',
    steps: 10_000,
    keywords: [' -p ', ' -pw ', ' -ap ', ' -w ', ' -k ', ' -a ', '\0-p\0', '"-p"', "'-p'", "'-w'", "'-a'"],
    pattern: new RegExp(
      r`(?<=[ \0"']--?(?:[uUl]|au|user(?:name)?|login|admin|D(?=["']? ["']?\w{1,4}=))["']?[ \0=,]{1,2}["']?(?:\w{1,4}=)?[a-zA-Z][\w@.:=,\\/-]{0,40}(?:["']?[ \0,][^\r\n|;&]{0,80})?)[ "'\0]-(?:[pP]|pw|ap|[wkKaA](?!["']?[ \0,]{1,2}["']?[a-zA-Z]{1,40}(?:[\s\0"']|$)))["']?[ \0,]{1,2}(?!\[)${argument}`,
    ),
    allowed: new RegExp(
      `(?!^(?:[a-z]{8,23}|[a-z]{4,12}-[a-z]{4,12})$)(?:${notToken.source})|^(?:[\\d.]+:)?[\\d:-]+(?:/(?:tcp|udp))?$|^[a-z]+\\.\\.[a-z]+$|^\\w+://[^@\\s]*$`,
      'i',
    ),
    unless: notProse,
    rest: r`^\s\0"'`,
    matches: [
      'mydumper -u bk -p «Granite3x» -o /dump',
      'cypher-shell -u neo4j -p «silver-dragon» x',
      "check_x' '-H' 'h' '-D' 'cn=mon' '-P' '«Granite3x»'",
      'knife bootstrap h1 -U root -P «silver-dragon-castle»',
      'vsql -h v1 -U dbadmin -w «Granite3x»',
      'swift -U t:u -K «n3jpqZZeP» stat',
      'ldapvi -h l1 -D cn=a -w «pZy#ncQ1»',
      'hammer -s https://h -u admin -p «silverdragon» host list',
    ],
    others: [
      'docker run -u bob -p 127.0.0.1:80:8080/tcp x',
      'journalctl -u nginx -p err..alert',
      'ssh -l bob -p 2222 h',
      'useradd -u 1000 -p x',
      'cp -u a -p b',
      'cypher-shell -u neo4j -a bolt://n1',
      'psql -U bob -w inventory',
    ],
  },
  {
    // Any program: a user and a password in one value.
    id: 'option-login',
    keywords: [
      '-auth ',
      '-auth=',
      '-creds ',
      '-creds=',
      'proxyauth=',
      'basicauth=',
      '-login ',
      '-login=',
      '-credentials ',
      '-credentials=',
      ' -u ',
      ' --user',
    ],
    pattern: new RegExp(
      r`(?:(?<=[ ,\0"]-?-?[\w-]{0,24})(?:-auth|-creds|proxyauth|basicauth|-login|-credentials)|[ ](?:-u|--user))[ =]["']?[a-zA-Z][\w.@-]{0,63}[:/]([^\s\0"'/:][^\s\0"'/]{2,127}?)(?=["']?(?:[\s\0]|$|@[\w.-]))`,
    ),
    allowed: new RegExp(`(?!^[a-z]{8,23}$)(?:${notToken.source})`, 'i'),
    unless: notProse,
    matches: [
      'socat - PROXY:px:h:22,proxyauth=bob:«silverdragon»',
      'ncat --proxy-auth bob:«Ebh_p9»',
      'http --auth=bob:«1^9PYd»',
      'OPTS="-Dbasicauth=bob:«silverdragon»"',
      'check_oracle --login mon/«n90Dy»@db',
      'post -c catalog -u bob:«Granite3x» x',
    ],
    others: ['x --auth user:name', 'x --auth=pam', 'x --login bob', 'docker run -u www-data:www-data'],
  },
  {
    // Any program: what looks random after the name of a key.
    id: 'option-key',
    keywords: ['-key ', '-key=', '.key=', '.auth='],
    pattern: pattern(
      r`(?<=[ \0"']--?[\w.-]{0,32})(?<!encrypt|pub|public|host|gpg|default|recv|trusted|sign|partition|sort|recipient|ssh)[-.](?:key|auth)[ =]["']?(?=[^\s"']{0,64}\d)(?=[^\s"']{0,64}[a-z])([\w+=-]{16,512})(?=["']?(?:[\s\0]|$))`,
    ),
    entropy: 3,
    allowed: notToken,
    matches: [
      'train.py --wandb-key «bb2ed9b8b4e7db9d252c436a60» --run u',
      'php bin/magento setup:install --key=«8758957329a6d28d0415a6d7a80aa62a»',
      'java -Dteamcity.agent.auth=«b9599c0085734d84781871511a5893ef» -jar a',
      'java -Dsecure.key=«nd9rdBE8Bypoo9Fh»',
    ],
    others: [
      'gpg --default-key 0A1B2C3D4E5F60718293',
      'x --ssl-key /etc/x/y1.key',
      'x --host-key=abcdefabcdef1234567',
      'x --sort-key created1',
    ],
  },
  {
    id: 'option-u',
    keywords: [
      ' -u',
      ' --user',
      ' --proxy-user',
      '"-u" a',
      '"--user" a',
      "'-u',",
      '"-u", ',
      '"-u","',
      'curl -',
      '-creds',
      ' -a ',
      " '-a' ",
      'lftp ',
    ],
    pattern: pattern(
      '(?:',
      ofProgram(
        'curl|wget|http(?!s?:)|smbclient|mount|rpcclient|net|nexus|lftp|ab|etcdctl',
        r`(?:[ ](?:-U|--user|--proxy-user)(?:[ =]{0,4}|,[ ])["']?|["'](?:-U|--user)["'](?: a\d{1,2}=|,[ ]?)["'])(?:[\w.-]{1,32}\\{1,2})?[^\s:"'%\\]{1,64}\\?[:%]["']?`,
        300,
      ),
      r`|[ ]-U[ ]{0,4}["']?(?:[\w.-]{1,32}[\\/]{1,2})?[\w.-]{1,64}%["']?|curl -[a-tv-z]{1,8}u[ ]{0,4}["']?[^\s:"']{1,64}:|lftp (?:[^\r\n|]{0,200}? )?-u[ ]{0,4}["']?[^\s,"']{1,64},["']?|(?=-creds[ =])(?<=\b(?:skopeo|podman|buildah)\b[^\r\n|]{0,200}-(?:-src|-dest)?)-creds[ =]{1,4}["']?[^\s:"']{1,64}:|(?=[ ]["']?-a["']?[ ]["']?[^\s:%"'/]{1,64}[:%])(?<=(?:\bcheck_http|^https?|[ /]https?|\bwbinfo)(?=['" ])[^\r\n|]{0,200})[ ]["']?-a["']?[ ]["']?[^\s:%"'/]{1,64}[:%])([^\s\0"']{1,256})`,
    ),
    allowed: notSecret,
    rest: valueRest,
    steps: 5_000,
    matches: [
      'curl -s -u admin:«hunter2» https://x',
      "curl --user 'a:«b»' x",
      "curl -u admin:'«pw»' https://x",
      'smbclient //h/s -U user%«pw»',
      String.raw`smbclient //h/s -U user\%«pw» -c ls`,
      'samba-tool dns add dc1 -Uadm%«pw»',
      'wget --user=a:«pw1» x',
      'a0="curl" a1="-u" a2="admin:«hunter2»"',
      "['curl', '-u', 'bob:«pw»', 'https://x']",
      "system('curl','-s','-u',\"bob:«pw»\",\"https://x\")",
      '["curl","-u","bob:«pw»"]',
      "- [ curl, -s, -u, 'bob:«pw»', 'https://x' ]",
      'curl -sku bob:«pw» https://h',
      "curl -fsSu 'bob:«pw»' https://h",
      'lftp -u bob,«pw» ftp.example.com',
      "lftp -u bob,'«pw,2»' sftp://x",
      "smbclient //h/s -U 'DOM\\bob%«pw»' -c ls",
      'skopeo copy --src-creds bob:«pw» docker://x dir:y',
      'podman pull --creds=bob:«pw» x',
      'check_http -H h -a bob:«pw»',
      "'check_http' '-H' 'h' '-a' 'bob:«pw»'",
    ],
    others: [
      'curl -u admin https://x',
      'chown -u a:b',
      'docker run --user 1000:1000 x',
      'curl -sku bob https://h:1',
      'tar -a x:y',
      'lftp -u bob h',
    ],
  },
];
