import { type SecretFiles, secretFileTest } from './secret-files.js';

/** Files of which each line has secrets at known places. */
export interface SecretColumns extends SecretFiles {
  /** Matches a line; its groups are the secrets. */
  readonly line: RegExp;
}

const r = String.raw;
const line = (source: string): RegExp => new RegExp(source, 'd');
const quotedOrWord = r`(?:"([^"]+)|([^\s"]\S*))`;

/** Files whose names say which column is a secret. A new kind of file is one line. */
export const secretColumns: readonly SecretColumns[] = [
  {
    doc: 'PostgreSQL passwords',
    paths: ['*.pgpass', 'pgpass.conf'],
    line: line(r`^(?!#)(?:(?:[^:\\]|\\.)*:){4}(.*\S)`),
  },
  { doc: 'users of PgBouncer', paths: ['userlist.txt'], line: line(r`^"[^"]*"\s+"([^"]+)`) },
  { doc: 'mail logins of Exim', paths: ['passwd.client'], line: line(r`^(?!#)[^:\s]*:[^:]*:(.*\S)`) },
  {
    doc: 'mail logins of Postfix',
    paths: ['sasl_passwd', 'sasl/passwd', 'sasl_password'],
    line: line(r`^(?!#)\S+\s+[^:\s]+:(.*\S)`),
  },
  {
    doc: 'users of Dovecot',
    paths: ['dovecot/users', 'dovecot/passwd', 'dovecot.passwd', 'cram-md5.pwd'],
    line: line(r`^[^:#\s]+:([^:\s]+)`),
  },
  { doc: 'msmtp', paths: ['.msmtprc', 'msmtprc'], line: line(r`^\s*password\s+${quotedOrWord}`) },
  {
    doc: 'fetchmail',
    paths: ['.fetchmailrc', 'fetchmailrc'],
    line: line(r`\bpass(?:word)?\s+(?:is\s+)?${quotedOrWord}`),
  },
  {
    doc: 'logins of WebDAV',
    paths: ['davfs2/secrets', '.davfs2/secrets'],
    line: line(r`^\s*(?!#)(?:"[^"]*"|\S+)\s+(?:"[^"]*"|\S+)\s+${quotedOrWord}`),
  },
  {
    doc: 'keys of wireless stations',
    paths: ['*psk.txt', '*.wpa_psk', 'hostapd.psk'],
    line: line(r`^(?!#)(?:\w+=\S+\s+)*[0-9A-Fa-f:]{17}\s+(.*\S)`),
  },
  { doc: 'hashes of Samba', paths: ['smbpasswd'], line: line(r`^[^:#]+:\d+:([^:]{32}):([^:]{32})`) },
  {
    doc: 'hashes of users and groups',
    paths: ['etc/shadow', 'etc/shadow-', 'etc/gshadow', 'etc/gshadow-', 'master.passwd'],
    line: line(r`^[^:#\s]+:!{0,2}([^:!*][^:]+):`),
  },
  { doc: 'old hashes of users', paths: ['security/opasswd'], line: line(r`^[^:#]+:[^:]*:[^:]*:(.*\S)`) },
  {
    doc: 'hashes of web users',
    paths: ['*htpasswd', '*.htdigest'],
    line: line(r`^[^:#\s]+:(?:[^:]*:)?([^:\s]+)$`),
  },
  {
    doc: 'keys of encrypted disks',
    paths: ['etc/crypttab'],
    line: line(r`^(?!#)\S+\s+\S+\s+(?!/|none\b|-|\S+=)(\S+)`),
  },
  { doc: 'logins of FTP and HTTP', paths: ['.netrc', '_netrc'], line: line(r`\bpassword\s+${quotedOrWord}`) },
  {
    doc: 'answers of the Debian installer',
    paths: ['*preseed.cfg', 'preseed*.cfg', '*.preseed'],
    line: line(r`^\S+\s+passwd/\S*password\S*\s+password\s+(.*\S)`),
  },
  {
    doc: 'keys of S3 buckets',
    paths: ['.passwd-s3fs', 'passwd-s3fs'],
    line: line(r`^(?!#)(?:[^:\s]+:)??([^:\s]+):([^:\s]+)$`),
  },
  {
    doc: 'secrets of RADIUS servers',
    paths: ['pam_radius_auth.conf', 'raddb/server'],
    line: line(r`^(?!#)\s*\S+\s+(\S+)`),
  },
  {
    doc: 'keys of NTP',
    paths: ['chrony.keys', 'ntp.keys', 'ntp/keys'],
    line: line(r`^\s*\d+\s+(?:[A-Z][A-Z\d]*\s+)?((?:HEX:|ASCII:)?[^\s#]+)`),
  },
  { doc: 'API tokens of Proxmox', paths: ['priv/token.cfg'], line: line(r`^\S+!\S+\s+(\S+)`) },
  {
    doc: 'logins of NUT',
    paths: ['upsmon.conf'],
    line: line(r`^\s*MONITOR\s+\S+\s+\d+\s+\S+\s+${quotedOrWord}`),
  },
  { doc: 'logins of ConMan', paths: ['conman.conf'], line: line(r`opts="(?:[^"]*,)?P:([^,"]+)`) },
  { doc: 'pins of voicemail', paths: ['voicemail.conf'], line: line(r`^\s*\d+\s*=>?\s*([^,\s]+),`) },
  {
    doc: 'registrations of Asterisk',
    paths: ['sip.conf', 'iax.conf'],
    line: line(r`^\s*register\s*=>?\s*[^:\s]+:(\S+)@[^@\s]+`),
  },
  {
    doc: 'users of coturn',
    paths: ['turnserver.conf'],
    line: line(r`^\s*user=(?!\w+:0x)[^:\s]+:(\S+)`),
  },
  { doc: 'passwords of Dogtag', paths: ['password.conf'], line: line(r`^[\w.-]+=(.*\S)`) },
  {
    doc: 'keys and logins of TACACS+',
    paths: ['tac_plus.conf', 'tac_plus.cfg', 'tacplus.conf'],
    line: line(r`^\s*(?:key\s*=|\w[\w-]*\s*=\s*(?:cleartext|des)\b)\s*${quotedOrWord}`),
  },
  {
    doc: 'plugins of Munin',
    paths: ['plugin-conf.d/*', 'munin-node.conf'],
    line: line(r`^\s*env\.\S*(?:[Pp]ass|PASS|[Ss]ecret|[Tt]oken|[Cc]ommunity)\S*\s+(.*\S)`),
  },
  {
    doc: 'communities of collectd',
    paths: ['collectd.conf', 'collectd.conf.d/*'],
    line: line(r`^\s*Community\s+${quotedOrWord}`),
  },
  {
    doc: 'bind password of OpenVPN and of PAM',
    paths: ['auth/ldap.conf', 'auth-ldap.conf', 'nslcd.conf', 'pam_ldap.conf'],
    line: line(r`^\s*(?:Password|bindpw|rootpwmodpw)\s+${quotedOrWord}`),
  },
  {
    doc: 'passwords of routing daemons',
    paths: ['frr/*.conf', 'quagga/*.conf', 'zebra.conf', 'bgpd.conf', 'ospfd.conf'],
    line: line(r`^\s*(?:enable\s+)?password\s+(?:8\s+)?(\S+)`),
  },
  {
    doc: 'keys of Fluentd and Fluent Bit',
    paths: ['fluent.conf', 'fluentd.conf', 'td-agent.conf', 'fluent-bit.conf'],
    line: line(r`^\s*(?:\w*(?:shared|sec|secret|api|storage_access)_key|\w*passwo?r?d)\s+${quotedOrWord}`),
  },
  {
    doc: 'keys of Mosquitto',
    paths: ['mosquitto.conf'],
    line: line(r`^\s*(?:bridge_psk|remote_password)\s+(.*\S)`),
  },
  {
    doc: 'logins of Kafka and ZooKeeper',
    paths: ['*jaas.conf'],
    line: line(r`\b(?:password|user_\w+)\s*=\s*"([^"]+)"`),
  },
  {
    doc: 'tokens of Consul',
    paths: ['consul.hcl', 'consul.d/*'],
    line: line(
      r`(?:^|[\s{,])"?(?:agent|default|master|initial_management|agent_recovery|agent_master|replication)"?\s*[=:]\s*"([\da-fA-F-]{36})"`,
    ),
  },
  {
    doc: 'logins of printers',
    paths: ['printers.conf', 'printers.conf.o'],
    line: line(r`^DeviceURI \S+?://[^:@/\s]+:([^@\s/]+)@`),
  },
  {
    doc: 'databases of Telegraf',
    paths: ['telegraf.conf', 'telegraf.d/*'],
    line: line(r`"[^":@\s]+:([^"\s]+)@(?:tcp|unix)\(`),
  },
  {
    doc: 'keys of WireGuard',
    paths: ['wg_show*dump'],
    line: line(
      r`^(?:\S+\t)?(?:([\w+/]{43}=)\t[\w+/]{43}=\t\d+\t(?:off|0x\w+)$|[\w+/]{43}=\t([\w+/]{43}=)\t)`,
    ),
  },
];

/** The expressions for the lines of a file; none for most files. */
export function secretColumnsOf(columns: readonly SecretColumns[]): (path: string) => readonly RegExp[] {
  const tests = columns.map((each) => ({ test: secretFileTest([each]), line: each.line }));
  const any = secretFileTest(columns);
  return (path) => (any(path) ? tests.filter(({ test }) => test(path)).map((each) => each.line) : []);
}
