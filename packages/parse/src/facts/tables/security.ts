import { accounts, type PasswordState, passwordStateRows } from '../../accounts.js';
import { type Certificate, opensslCertificates, trackedCertificates } from '../../certificates.js';
import { mapped } from '../../table.js';
import { factTable } from '../declaration.js';

const shortLife = 60 * 24 * 3600 * 1000;

function dated({ notBefore, notAfter, ...rest }: Certificate) {
  return {
    ...rest,
    not_before: notBefore,
    not_after: notAfter,
    short_lived: notBefore !== undefined && notAfter - notBefore < shortLife,
  };
}

/** The specs with the output of openssl for the certificate in one file. */
const opensslSpecs = [
  'host_cert_dates',
  'httpd_ssl_cert_enddate',
  'kubernetes_cert_dates',
  'mssql_tls_cert_enddate',
  'nginx_ssl_cert_enddate',
  'puppet_ca_cert_expire_date',
  'rsyslog_tls_ca_cert_enddate',
  'rsyslog_tls_cert_enddate',
];

/** The file that openssl reads. */
function inputOf(argv: readonly string[]): { path?: string } {
  const at = argv.indexOf('-in');
  const path = at < 0 ? undefined : argv[at + 1];
  return path === undefined ? {} : { path };
}

/** Certificates. */
export const certificate = factTable({
  name: 'certificate',
  doc: 'A certificate on the host',
  columns: {
    path: { type: 'text', doc: 'The file' },
    subject: { type: 'text', doc: 'Whose it is', identity: true },
    issuer: { type: 'text', doc: 'Who signed it' },
    serial: { type: 'text', doc: 'The serial number', identity: true },
    not_before: { type: 'time', doc: 'From when on it is valid' },
    not_after: { type: 'time', doc: 'When it expires' },
    short_lived: { type: 'boolean', doc: 'It is valid for less than 60 days in all: a program renews it' },
  },
  key: ['path', 'subject', 'not_after'],
  parts: [
    [{ spec: 'certificates_enddate', rows: mapped(opensslCertificates, dated) }],
    ...opensslSpecs.map((spec) => [{ spec, rows: mapped(opensslCertificates, dated), ofCommand: inputOf }]),
    [{ spec: 'getcert_list', rows: mapped(trackedCertificates, dated) }],
  ],
});

/** Accounts. */
export const account = factTable({
  name: 'account',
  doc: 'A local account',
  columns: {
    name: { type: 'text', doc: 'The name' },
    uid: { type: 'integer', doc: 'The id' },
    gid: { type: 'integer', doc: 'The id of its group' },
    comment: { type: 'text', doc: 'The comment, often the name of a person', identity: true },
    home: { type: 'text', doc: 'The home directory' },
    shell: { type: 'text', doc: 'The program at login' },
    password: { type: 'text', doc: 'set, locked, or none: anyone can log in' },
  },
  key: ['name'],
  parts: [
    [{ spec: 'passwd', rows: accounts }],
    [
      {
        spec: 'account_states',
        rows: mapped(passwordStateRows, ({ account: name, state }: PasswordState) => ({
          name,
          password: state,
        })),
      },
    ],
  ],
});
