import type { Account, Host } from '@hostspec/spec';
import { fakeContext, fakeHost } from '@hostspec/testing';
import { expect, test } from 'vitest';
import { hostCertificates } from './providers.js';

const eve: Account = { uid: 4242, gid: 4242, name: 'eve' };

const found = (files: Readonly<Record<string, string>>) => {
  const host: Host = {
    ...fakeHost({ files }),
    controller: async (path) => (path.includes('eve') ? eve : undefined),
  };
  return hostCertificates.definition.evaluate(fakeContext(host));
};

test('certificates that services name, each once, sorted', async () => {
  expect(
    await found({
      '/etc/nginx/sites-enabled/shop':
        'server {\n  ssl_certificate "/etc/ssl/shop.pem";\n  ssl_certificate_key /etc/ssl/shop.key;\n}\n',
      '/etc/nginx/conf.d/b.conf':
        'ssl_certificate ssl/b.pem;\nssl_certificate $name.pem;\n#ssl_certificate /off.pem;\n',
      '/etc/apache2/sites-enabled/a.conf':
        '  SSLCertificateFile /etc/ssl/shop.pem\n  SSLCertificateKeyFile /etc/ssl/a.key\n',
      '/etc/haproxy/haproxy.cfg':
        'frontend x\n  bind :443 ssl crt /etc/haproxy/site.pem alpn h2\n  # crt /off.pem\n',
      '/etc/postfix/main.cf': 'smtpd_tls_cert_file=/etc/ssl/mail.pem\nsmtpd_tls_key_file=/etc/ssl/mail.key\n',
      '/etc/dovecot/conf.d/10-ssl.conf': 'ssl_cert = </etc/ssl/imap.pem\nssl_key = </etc/ssl/imap.key\n',
      '/etc/ldap/slapd.d/cn=config.ldif':
        'olcTLSCertificateFile: /etc/ssl/ldap.pem\nolcTLSCertificateKeyFile: /k\n',
      '/etc/libvirt/libvirtd.conf': 'cert_file = "/etc/ssl/virt.pem"\n',
      '/etc/letsencrypt/live/example.com/cert.pem': '',
    }),
  ).toEqual([
    '/etc/haproxy/site.pem',
    '/etc/letsencrypt/live/example.com/cert.pem',
    '/etc/nginx/ssl/b.pem',
    '/etc/ssl/imap.pem',
    '/etc/ssl/ldap.pem',
    '/etc/ssl/mail.pem',
    '/etc/ssl/shop.pem',
    '/etc/ssl/virt.pem',
  ]);
});

test("what only another account's file names is read with that account's rights", async () => {
  expect(
    await found({
      '/etc/nginx/sites-enabled/eve': 'ssl_certificate /a.pem;\nssl_certificate /b.pem;\n',
      '/etc/apache2/sites-enabled/root.conf': 'SSLCertificateFile /b.pem\n',
    }),
  ).toEqual([{ value: '/a.pem', by: eve }, '/b.pem']);
});

test('at most a hundred, and a reason if there is none', async () => {
  const many = Array.from({ length: 103 }, (_, index) => `ssl_certificate /c${index}.pem;\n`);
  expect(await found({ '/etc/nginx/nginx.conf': many.join('') })).toMatchObject({
    leftOut: 'the first 100 of 103 certificates',
  });
  expect(await found({})).toEqual({ nothing: 'no configuration of a service names a certificate' });
});
