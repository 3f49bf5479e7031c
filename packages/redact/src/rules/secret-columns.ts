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
    paths: ['*psk.txt', '*.wpa_psk'],
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
