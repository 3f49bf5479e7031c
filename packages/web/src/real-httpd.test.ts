import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { collectLive, fakeContext, liveHost, needs } from '@hostspec/testing';
import { beforeAll, expect } from 'vitest';
import { sharedDirectory, writeFiles } from '../../../tools/test/folder.js';
import { readConfiguration } from './httpd-configuration.js';
import { httpdCmds, httpdConfigurationFiles, httpdSslCertificateFiles } from './providers.js';
import { web } from './specs.js';

const apache = '/usr/sbin/apache2';
const modules = '/usr/lib/apache2/modules';
const itWithApache = needs('apache2', 'openssl');
const itWithServer = needs('apache2', 'root');

const load = (...names: string[]) =>
  names.map((name) => `LoadModule ${name}_module ${modules}/mod_${name}.so\n`).join('');

/** An Apache configuration whose absolute paths begin with a prefix. */
const configuration = (prefix: string, port: number): Record<string, string> => ({
  'conf/httpd.conf': `ServerRoot "${prefix}/etc/httpd"
Define SITES conf.d
ServerName localhost
PidFile ${prefix}/httpd.pid
ErrorLog ${prefix}/error_log
Mutex pthread
User www-data
Group www-data
Include conf.modules.d/*.conf
Listen 127.0.0.1:${port}
<IfModule ssl_module>
  Include \\
    "\${SITES}/*.conf"
</IfModule>
IncludeOptional more-sites
IncludeOptional sites.d/*-enabled
IncludeOptional missing/*.conf
`,
  'conf.modules.d/00-base.conf': load('mpm_event', 'authz_core', 'ssl'),
  'conf.d/a.conf': `<VirtualHost 127.0.0.1:${port}>
  ServerName a
  SSLEngine On
  Include conf.d/tls/rsa.inc
  sslcertificatefile "${prefix}/etc/pki/a b.crt"
  SSLCertificateKeyFile ${prefix}/etc/pki/key.pem
</VirtualHost>
`,
  'conf.d/tls/rsa.inc': 'SSLProtocol all -SSLv3\nInclude "conf.d/tls/more options.inc"\n',
  'conf.d/tls/more options.inc': 'SSLHonorCipherOrder on\n',
  'conf.d/off.conf': `<VirtualHost 127.0.0.1:${port}>
  ServerName off
  SSLEngine off
  SSLCertificateFile ${prefix}/etc/pki/off.crt
</VirtualHost>
`,
  'more-sites/deep/b': `<VirtualHost 127.0.0.1:${port}>
  ServerName b
  SSLEngine on
  SSLCertificateFile ../pki/b.crt
  SSLCertificateKeyFile ../pki/key.pem
</VirtualHost>
`,
  'sites.d/web-enabled/c.conf': '# nothing\n',
  'sites.d/web-available/d.conf': 'NotRead\n',
});

const root = sharedDirectory();
let httpd = '';
let port = 0;

const write = (prefix: string) => writeFiles(join(root, 'etc/httpd'), configuration(prefix, port));

const dump = (what: string, line: RegExp) =>
  execFileSync(httpd, ['-t', '-f', `${root}/etc/httpd/conf/httpd.conf`, '-D', what], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
    .split('\n')
    .flatMap((text) => line.exec(text)?.[1] ?? []);

beforeAll(async () => {
  httpd = join(root, 'usr/sbin/httpd');
  port = await freePort();
  if (!existsSync(apache)) return;
  mkdirSync(dirname(httpd), { recursive: true });
  mkdirSync(join(root, 'etc/pki'), { recursive: true });
  copyFileSync(apache, httpd);
  for (const name of ['a b', 'b', 'off'])
    execFileSync('/usr/bin/openssl', [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost', '-days', '9'],
      ...['-key', keyFile(), '-out', `${root}/etc/pki/${name}.crt`],
    ]);
});

itWithApache('reads the files that Apache itself reads, in its order', async () => {
  write(root);
  const files = dump('DUMP_INCLUDES', /^\s+\((?:\*|\d+)\) (.*)$/);
  expect(files).toHaveLength(8);
  const read = await readConfiguration(await liveHost(), `${root}/etc/httpd`, () => false);
  expect([...(read?.files.keys() ?? [])]).toEqual(files);
});

itWithApache('gives the certificates that Apache itself uses, except for hosts without TLS', async () => {
  write(root);
  const configured = dump('DUMP_CERTS', /^\s+(\/.*)$/).map((path) => path.slice(root.length));
  write('');
  const context = fakeContext(await liveHost({ root }));
  const certificates = await httpdSslCertificateFiles.definition.evaluate(context);
  expect(certificates).toEqual(['/etc/pki/a b.crt', '/etc/pki/b.crt']);
  expect([...configured].sort()).toEqual([...(certificates as string[]), '/etc/pki/off.crt']);
  expect(await httpdConfigurationFiles.definition.evaluate(context)).toHaveLength(8);
});

itWithApache('collects the files and the output of openssl about the certificates', async () => {
  write(root);
  const main = readFileSync(`${root}/etc/httpd/conf/httpd.conf`, 'utf8');
  const { httpd_conf, httpd_ssl_cert_enddate } = await collectLive(web, {
    only: ['httpd_conf', 'httpd_ssl_cert_enddate'],
    files: { '/etc/httpd/conf/httpd.conf': main },
  });
  expect(httpd_ssl_cert_enddate?.outcome.items.map(({ element }) => element)).toEqual([
    `${root}/etc/pki/a b.crt`,
    `${root}/etc/pki/b.crt`,
  ]);
  for (const text of httpd_ssl_cert_enddate?.contents ?? []) expect(text).toMatch(/^notAfter=/);
  expect(httpd_conf?.outcome.status).toBe('collected');
  expect(httpd_conf?.contents.join('')).toContain('SSLHonorCipherOrder on');
});

itWithServer('finds the program of a running httpd, and collects from it', async () => {
  write(root);
  const server = spawn(httpd, ['-DFOREGROUND', '-f', `${root}/etc/httpd/conf/httpd.conf`], {
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  try {
    await started(`${root}/httpd.pid`);
    expect(await httpdCmds.definition.evaluate(fakeContext(await liveHost()))).toContain(httpd);
    const { httpd_limits } = await collectLive(web, { only: ['httpd_limits'] });
    expect(httpd_limits?.contents.join('')).toContain('Max open files');
  } finally {
    server.kill();
    await ended;
  }
});

function keyFile(): string {
  const path = join(root, 'etc/pki/key.pem');
  if (!existsSync(path))
    execFileSync('/usr/bin/openssl', ['genrsa', '-out', path, '2048'], { stdio: 'ignore' });
  return path;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

async function started(pidFile: string): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    if (existsSync(pidFile)) return;
    await setTimeout(50);
  }
  throw new Error(`httpd did not write ${pidFile}`);
}
