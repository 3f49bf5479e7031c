import { fakeContext, fakeHost } from '@hostspec/testing';
import { expect, it } from 'vitest';
import { httpdCertificateInfoInNss, httpdSslCertificateFiles } from './providers.js';

const root = '/etc/httpd';
const main = `${root}/conf/httpd.conf`;
const context = (files: Record<string, string>) => fakeContext(fakeHost({ files }));
const certificates = (text: string, files: Record<string, string> = {}) =>
  httpdSslCertificateFiles.definition.evaluate(context({ [main]: text, ...files }));
const nicknames = (text: string, files: Record<string, string> = {}) =>
  httpdCertificateInfoInNss.definition.evaluate(context({ [main]: text, ...files }));
const host = (...lines: string[]) => `<VirtualHost *:443>\n${lines.join('\n')}\n</VirtualHost>\n`;

const noCertificate = {
  nothing: `no server or virtual host of ${root} has SSLEngine on and a certificate file`,
};
const noNickname = {
  nothing: `no server or virtual host of ${root} has NSSEngine on, a certificate database and a nickname`,
};

it('yields the certificates of virtual hosts with TLS, sorted and distinct', async () => {
  expect(
    await certificates(
      host(
        'ServerName b',
        'SSLEngine on',
        'SSLCertificateFile /etc/pki/b.crt',
        'SSLCertificateKeyFile /etc/pki/b.key',
      ) +
        host('SSLEngine "On"', 'SSLCertificateFile "/etc/pki/a b.crt"') +
        host('sslengine ON', 'sslcertificatefile /etc/pki/b.crt') +
        host('SSLEngine off', 'SSLCertificateFile /etc/pki/off.crt') +
        host('SSLCertificateFile /etc/pki/no-engine.crt') +
        host('SSLEngine optional', 'SSLCertificateFile /etc/pki/optional.crt'),
    ),
  ).toEqual(['/etc/pki/a b.crt', '/etc/pki/b.crt', '/etc/pki/optional.crt']);
});

it('gives every certificate of a host, with relative paths below ServerRoot', async () => {
  expect(
    await certificates(
      `ServerRoot /srv/httpd\n${host('SSLEngine on', 'SSLCertificateFile ssl/rsa.crt', 'SSLCertificateFile ssl/ec.crt')}`,
    ),
  ).toEqual(['/srv/httpd/ssl/ec.crt', '/srv/httpd/ssl/rsa.crt']);
});

it('leaves out directives that only start with the same word, unknown variables and tokens', async () => {
  expect(
    await certificates(
      host(
        'SSLEngine on',
        'SSLCertificateFileX /x.crt',
        '#SSLCertificateFile /comment.crt',
        `SSLCertificateFile \${CERTS}/a.crt`,
        'SSLCertificateFile "pkcs11:token=hsm;object=web"',
        'SSLCertificateFile PKCS11:object=web',
        'SSLCertificateFile store:object=web',
      ),
    ),
  ).toEqual(noCertificate);
});

it('lets a virtual host inherit from the server, and lets the server itself have TLS', async () => {
  expect(await certificates(`${host('SSLEngine on')}SSLCertificateFile /server.crt\n`)).toEqual([
    '/server.crt',
  ]);
  expect(
    await certificates(
      `SSLEngine on\nSSLCertificateFile /server.crt\n${host('SSLCertificateFile /own.crt')}`,
    ),
  ).toEqual(['/own.crt', '/server.crt']);
  expect(await certificates(`SSLEngine on\n${host('SSLEngine off', 'SSLCertificateFile /own.crt')}`)).toEqual(
    noCertificate,
  );
});

it('reads files included by a virtual host as part of it, and ends a virtual host with its file', async () => {
  const files = {
    [`${root}/conf.d/1-open.conf`]: '<VirtualHost *:443>\nSSLEngine on\n',
    [`${root}/conf.d/2-next.conf`]: 'SSLCertificateFile /not-of-the-open-host.crt\nSSLEngine off\n',
    [`${root}/tls.inc`]: 'SSLEngine on\nSSLCertificateFile /shared.crt\n',
  };
  expect(await certificates('Include conf.d/*.conf', files)).toEqual(['/not-of-the-open-host.crt']);
  expect(
    await certificates(
      host('Include tls.inc', 'SSLCertificateFile /outer.crt') + host('SSLCertificateFile /x.crt'),
      files,
    ),
  ).toEqual(['/outer.crt', '/shared.crt']);
});

it('gives the database and nickname as written', async () => {
  expect(
    await nicknames(
      host('NSSEngine on', 'NSSNickname "My Server-Cert"', 'NSSCertificateDatabase /etc/httpd/Alias') +
        host('nssengine ON', 'NSSNickname Server Cert', 'NSSCertificateDatabase sql:alias') +
        host('NSSEngine off', 'NSSNickname Off', 'NSSCertificateDatabase /etc/httpd/alias') +
        host('NSSEngine on', 'NSSNickname NoDatabase') +
        host('NSSEngine on', "NSSNickname 'My Server-Cert'", 'NSSCertificateDatabase "/etc/httpd/Alias"'),
    ),
  ).toEqual([
    ['/etc/httpd/Alias', 'My Server-Cert'],
    ['sql:/etc/httpd/alias', 'Server Cert'],
  ]);
});

it('uses the database set for the whole server', async () => {
  expect(
    await nicknames(`NSSCertificateDatabase /etc/httpd/alias\n${host('NSSEngine on', 'NSSNickname A')}`),
  ).toEqual([['/etc/httpd/alias', 'A']]);
});

it.each([
  ['empty', ''],
  ['garbage', '\0\xff<VirtualHost\nSSLEngine\nSSLCertificateFile\nNSSEngine\nNSSNickname\n</'],
  ['empty values', host('SSLEngine on', 'SSLCertificateFile ""', 'NSSEngine on', 'NSSNickname ""')],
])('says that there is no certificate: %s', async (_, text) => {
  expect(await certificates(text)).toEqual(noCertificate);
  expect(await nicknames(text)).toEqual(noNickname);
});

it('says that there is no Apache', async () => {
  const reason = { nothing: `${main}: no such file or directory`, status: 'absent' };
  expect(await httpdSslCertificateFiles.definition.evaluate(context({}))).toEqual(reason);
  expect(await httpdCertificateInfoInNss.definition.evaluate(context({}))).toEqual(reason);
});
