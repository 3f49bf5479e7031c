import { type ColumnRow, columns, noValue, quotedValue, secretName } from './column-row.js';

const r = String.raw;

/** Files with configuration of network devices: exports, backups, and files that devices boot from. Trying all of `/etc` would take too long. */
const paths = [
  'frr/*',
  'quagga/*',
  'home/*/*.cfg',
  'home/*/*.conf',
  'root/*.cfg',
  'root/*.conf',
  '*.boot',
  '*.set',
  '*.rsc',
  '*.xsf',
  '*.uci',
  '*.nvue',
  '*-confg',
  '*-config',
  'running-config*',
  'startup-config*',
  'configs/*',
  'tftp/*',
  'tftpboot/*',
  'backup/*',
  'backups/*',
  'backup/*/*',
  'srv/*/*',
  'srv/*/*/*',
  'opt/*/*.txt',
  'commands/ssh_*',
  'commands/sshpass_*',
  'commands/vtysh_*',
  'commands/show_*',
  'commands/rancid_*',
];

/** How commands that can contain a secret start. */
const commands =
  'aaa access add admin archive area auth bsd cable cak cellular cli client community conf console create credential crypto digest domain dot1x enable encrypt entry failover glbp hash-mgmt hello hw ike interface ip isakmp isis key l2tp ldap line local login lsp macsec md5 message mgmt mka mpls msdp neighbor net ntp nv object-group operator ospf passw peer ppp pre-shared primary profile radius rip router routing secret secur server service session set snmp sntp ssh standby super switch tacacs tool tunnel uci udld user vpdn vpn vrrp vtp wep wlan wpa'.split(
    ' ',
  );

/** Holds inside a command. */
const within = r`(?<=(?=[ \t]{0,24}/?(?:${commands.join('|')}))^[ \t]{0,24}\S{1,40}[ \t]{1,4}\S.{1,120})`;

/** A word between a name and its secret, such as how the secret is stored or for which level it is. */
const form = r`(?:(?:\d{1,2}|(?:level|role|size|vlan|type|address|hostname|encryption-type|inbound \S+|outbound \S+|user-name) \S+(?: 255\S+)?|encrypted|hash(?:ed)?|cipher(?:text)?|irreversible-cipher|simple|plain(?:text)?|clear-?(?:text)?|ascii(?:-text)?|hex(?:adecimal)?|text|md5|sha-?\d{0,3}|hmac-\S+|enc|local|remote|client|read(?:-only|-write|only)?|write|r[ow]?|key|value|create|add|manager|operator|pass-?phrase|community-name|key-string|password|set-key)[ \t]{1,4}|\d,)`;

/** The number or algorithm of a key, before the key. */
const algorithm = r`(?:(?:\d{1,2}|key-id \d{1,3}|text|string|md5|sha[\w-]{0,10}|simple|plain(?:text)?|cipher|hmac\S{0,10})[ \t]{1,4})`;

/** The name of a secret. The lookbehind comes last, so that it is tried once for each word. */
const name = r`[\w-]{2,40}(?=[ \t])(?<=passw(?:or)?ds?(?:-value)?|pswd|phash|pass-?phrase|passcrypt|secret|community(?:-name|-string|-map)?|psk|preshare|pass|pwd|authstring|(?<!ssh-|host-|public-|cert-?)key(?:-string)?|cak)(?! (?:generate|zeroize|pub|chain|config|rsa|exch|id\b|size|replace|mgmt|pair))[ \t]{1,8}`;

/** A command up to its secret. */
const command = r`(?:(?<=[ \t"])(?:${name}${within}(?:=[ \t])?${form}{0,4}|(?:authenticator|snmp group(?= \S+ v2)|trap-group|account .{1,40} encrypted)[ \t]${within}|(?:auth|priv)[\w-]{0,20} (?:(?:md5|sha|3?des|aes)[\w-]{0,6}[ \t](?:\d{3} |cipher |simple )?|(?=0x))(?<=(?=.{0,24}snmp)^.{0,120})|(?<=snmp-server )host .{0,80} version 2c[ \t])|name=(?<=^/snmp community .{0,60}[ \t]name=)|(?<=^[ \t]{0,24})(?:${name}(?:${form}{1,4}|(?=\S+ (?:authenticate|encrypted|hash2?|privilege|role|r[ow]?)\b))|[\w-]{2,30}-(?:key|string|password|secret|phrase)[ \t](?=\S+$)|username \S+ privilege \d+ (?=\S+$)|(?:standby|glbp|ip nhrp|ip rip)[ \d]{1,4}authentication (?:text |string )?)|(?=authentication)(?<=^[ \t]{0,24}(?:[\w-]{2,24} ){0,2}(?:\d{1,10} )?)authentication(?:-mode|-keyid)?[ \t]${algorithm}{1,3})`;

/** Fails at words that belong to the command or describe the secret. */
const notValue = r`(?!${form}|${name}|[\w.-]{1,40}[:,=](?=\S)|[[{(|<$]|auth|priv|mode\b|hash-|message-|policy|expir|min|max|length|lifetime|complexity|recovery|encryption|history|aging|attempt|strength|required|default\b)`;

/** A secret, which can be followed by more words of the command. Prose, in which a sentence ends, is left alone. */
const value = r`(?!"\^)(?:${quotedValue}|${notValue}([^\s"';{}]{4,}))(?=[\s;]|$)(?![ \t]{0,4}[{=]|[^"'\n]{0,80}[.,:?!](?:\s|$))`;

/** Configuration of network devices. A new word before a secret is one word in `name`, a new command one in `commands`. */
export const deviceColumns: readonly ColumnRow[] = [
  {
    doc: 'secrets in commands of network devices',
    paths,
    line: columns(
      r`${command}${value}|(?<=[ \t])(?=[^\s"']{4,80} -?encrypted(?:\s|$))${notValue}([^\s"']+)${within}`,
      'i',
    ),
    allowed: noValue,
  },
  {
    doc: 'communities after the name of their block',
    paths: [...paths, '*.fgt'],
    after: /\bsnmp community$/,
    line: columns(r`\bname[ =](?:"([^"]+)|([^\s"]+))`),
  },
  {
    doc: 'arguments of commands and attributes of records',
    paths: [...paths, '*.cfg', '*.conf', '*.ini', '*.pfl'],
    line: columns(
      r`(?<=[\s;,{])(?=\S{1,100} ?=)(?<=[^\s#][\s;,{]{1,3})(?<!^\s{0,40}-\s)(?:${secretName}|shared)(?:=|[ ]=[ ](?=["'])|(?<=[;{,][ ]?\S{1,100})[ ]=[ ])(?!/|[\w.-]{1,40}:)(?:${quotedValue}|([^\s"',;&<>()[\]{}|][^\s"',;&<>()[\]{}|]{3,}))(?=[\s,;)\]}]|$)`,
      'i',
    ),
    allowed: noValue,
  },
];
