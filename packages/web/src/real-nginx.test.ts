import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fakeContext, liveHost, needs } from '@hostspec/testing';
import { beforeAll, expect } from 'vitest';
import { sharedDirectory, writeFiles } from '../../../tools/test/folder.js';
import { nginxSslCertificateFiles } from './providers.js';

const nginx = '/usr/sbin/nginx';
const itWithNginx = needs('nginx', 'openssl');
const certificates = [
  '/etc/nginx/certs/relative.crt',
  '/etc/pki/main.crt',
  '/etc/pki/my site.crt',
  '/etc/pki/site.crt',
  '/srv/ec.crt',
];

/** An nginx configuration whose absolute paths begin with a prefix. */
const configuration = (prefix: string): Record<string, string> => ({
  'nginx.conf': `pid ${prefix}/pid; error_log ${prefix}/error.log; events {}
http {
  client_body_temp_path ${prefix}/body; proxy_temp_path ${prefix}/proxy; fastcgi_temp_path ${prefix}/fastcgi;
  uwsgi_temp_path ${prefix}/uwsgi; scgi_temp_path ${prefix}/scgi;
  access_log off; # ssl_certificate /comment.crt;
  map $host $certificate { default "${prefix}/etc/pki/{default}.crt;"; }
  ssl_certificate_key "${prefix}/etc/pki/key.pem"; include conf.d/*.conf;
  include ${prefix}/etc/nginx/sites-enabled/*;
  server { listen 127.0.0.1:9443 ssl; ssl_certificate ${prefix}/etc/pki/main.crt; }
}
`,
  'conf.d/site.conf': `server {
  listen 127.0.0.1:9444 ssl; server_name a;
  ssl_certificate
    "${prefix}/etc/pki/my site.crt";
  ssl_certificate '${prefix}/srv/ec.crt'; ssl_certificate_key ${prefix}/etc/pki/key.pem;
  ssl_certificate_key ${prefix}/etc/pki/key.pem; include snippets/tls.inc;
}
`,
  'snippets/tls.inc': 'location / { return 200 "ssl_certificate /text.crt;"; }\n',
  'sites-enabled/b': `server { listen 127.0.0.1:9445 ssl; server_name b; ssl_certificate ${prefix}/etc/pki/site.crt; }
server { listen 127.0.0.1:9445 ssl; server_name c; ssl_certificate certs/relative.crt; }
server { listen 127.0.0.1:9445 ssl; server_name d; ssl_certificate $certificate; }
`,
});

const root = sharedDirectory();

const write = (prefix: string) => writeFiles(join(root, 'etc/nginx'), configuration(prefix));
const openssl = (...words: string[]) => execFileSync('/usr/bin/openssl', words, { stdio: 'ignore' });

beforeAll(() => {
  if (!existsSync(nginx)) return;
  const key = join(root, 'etc/pki/key.pem');
  mkdirSync(dirname(key), { recursive: true });
  openssl('genrsa', '-out', key, '2048');
  for (const path of certificates) {
    mkdirSync(dirname(root + path), { recursive: true });
    openssl('req', '-x509', '-new', '-key', key, '-subj', '/CN=localhost', '-out', root + path);
  }
});

itWithNginx('yields the certificates of a configuration that nginx itself loads', async () => {
  write(root);
  const words = ['-t', '-q', '-e', `${root}/error.log`, '-c', `${root}/etc/nginx/nginx.conf`];
  execFileSync(nginx, words, { stdio: ['ignore', 'pipe', 'pipe'] });
  write('');
  const context = fakeContext(await liveHost({ root }));
  expect(await nginxSslCertificateFiles.definition.evaluate(context)).toEqual(certificates);
});
