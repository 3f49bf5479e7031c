import { readFileSync } from 'node:fs';
import { type FakeFile, fakeContext, fakeHost } from '@hostspec/testing';
import { expect, it, vi } from 'vitest';
import { web } from './index.js';
import { nginxConfigurationPatterns, parseNginx } from './nginx-certificates.js';
import { nginxSslCertificateFiles } from './providers.js';

const main = '/etc/nginx/nginx.conf';
const evaluate = (files: Record<string, FakeFile>) =>
  nginxSslCertificateFiles.definition.evaluate(fakeContext(fakeHost({ files })));
const none = { nothing: 'no nginx configuration names a certificate file' };

it('reads the files of nginx_conf', () => {
  expect(nginxConfigurationPatterns).toEqual(web.specs.nginx_conf.patterns);
});

it('splits directives in any layout', () => {
  expect(parseNginx(readFileSync(new URL('../fixtures/nginx-dense.conf', import.meta.url), 'utf8'))).toEqual([
    { name: 'user', words: ['nginx'] },
    { name: 'worker_processes', words: ['1'] },
    { name: 'http', words: [] },
    { name: 'map', words: ['$uri', '$x'] },
    { name: 'default', words: ['a;b{c}'] },
    { name: 'server', words: [] },
    { name: 'listen', words: ['443', 'ssl'] },
    { name: 'return', words: ['301', `https://$host\${uri}#frag`] },
    { name: 'add_header', words: ['X', 'it\'s "so"'] },
    { name: 'content_by_lua_block', words: [] },
    { name: 'ssl_certificate', words: ['/after/lua.pem'] },
  ]);
});

it.each([
  '-- }\n',
  '-- {\n',
  '--[[ {\n } } ]] x = {}',
  '--[==[ ]] } ]==]',
  'x = [[ } ]]',
  'x = [=[ ]] } ]=]',
  `x = "}" .. '{' .. "\\"}"`,
  'x = { y = { 1 } }',
])('reads what follows a block of Lua: %j', (lua) => {
  expect(parseNginx(`content_by_lua_block { ${lua} } ssl_certificate /after.pem;`)).toEqual([
    { name: 'content_by_lua_block', words: [] },
    { name: 'ssl_certificate', words: ['/after.pem'] },
  ]);
});

it.each(['\\"', '"', '[=', '--[['])('takes linear time for a block of %j', (piece) => {
  expect(parseNginx(`content_by_lua_block { ${piece.repeat(500_000)}`)).toHaveLength(1);
});

it('an unfinished block of Lua ends the file', () => {
  for (const lua of ['x = {', '--[[ }', 'x = [[ }'])
    expect(parseNginx(`content_by_lua_block { ${lua} ssl_certificate /in.pem;`)).toEqual([
      { name: 'content_by_lua_block', words: [] },
    ]);
});

it('yields the certificates of all files, sorted and distinct', async () => {
  expect(
    await evaluate({
      [main]:
        'http { server { listen 443 ssl; ssl_certificate /etc/pki/b.crt; ssl_certificate_key /etc/pki/b.key; } }',
      '/etc/nginx/conf.d/site.conf': `server {
  ssl_certificate "/etc/pki/my site.crt"; # the "new" one;
  ssl_certificate
    '/etc/pki/ec.crt';
  # ssl_certificate /etc/pki/old.crt;
  proxy_ssl_certificate /etc/pki/client.crt;
  ssl_certificate certs/relative.crt;
}`,
      '/etc/nginx/default.d/x.conf': 'ssl_certificate /etc/pki/b.crt;',
      '/opt/rh/nginx116/root/etc/nginx/nginx.conf': 'ssl_certificate scl.crt;',
      '/etc/opt/rh/rh-nginx118/nginx/conf.d/a.conf': 'ssl_certificate scl.crt;',
    }),
  ).toEqual([
    '/etc/nginx/certs/relative.crt',
    '/etc/opt/rh/rh-nginx118/nginx/scl.crt',
    '/etc/pki/b.crt',
    '/etc/pki/ec.crt',
    '/etc/pki/my site.crt',
    '/opt/rh/nginx116/root/etc/nginx/scl.crt',
  ]);
});

it('searches for included files only if their names have wildcards, and reads those that are there', async () => {
  const host = fakeHost({
    files: {
      [main]: 'include mime.types; include absent.conf; include /srv; include sites/*.conf;',
      '/etc/nginx/mime.types': 'ssl_certificate /mime.crt;',
      '/etc/nginx/sites/a.conf': 'ssl_certificate /a.crt;',
      '/srv/x': '',
    },
  });
  const glob = vi.fn(host.glob);
  const found = await nginxSslCertificateFiles.definition.evaluate(fakeContext({ ...host, glob }));
  expect(found).toEqual(['/a.crt', '/mime.crt']);
  expect(glob.mock.calls.slice(1)).toEqual([[['/etc/nginx/sites/*.conf']]]);
});

it('follows includes, including relative and circular ones', async () => {
  expect(
    await evaluate({
      [main]: 'http { include sites-enabled/*; include /srv/nginx/extra.inc; include $nothing; include; }',
      '/etc/nginx/sites-enabled/a': 'ssl_certificate /a.crt; include nginx.conf;',
      '/srv/nginx/extra.inc': 'ssl_certificate extra.crt;',
    }),
  ).toEqual(['/a.crt', '/etc/nginx/extra.crt']);
});

it('leaves out paths that depend on the request', async () => {
  expect(
    await evaluate({
      [main]: `ssl_certificate $ssl_server_name.crt; ssl_certificate "data:$c"; ssl_certificate /d/\${x}.pem;`,
    }),
  ).toEqual(none);
});

it.each([
  ['no nginx', {}],
  ['empty', { [main]: '' }],
  ['denied', { [main]: { denied: true } }],
  ['garbage', { [main]: '\0\xff}{;;"\\\'ssl_certificate' }],
  ['cut short', { [main]: 'http { ssl_certificate' }],
] as [string, Record<string, FakeFile>][])('says why there is nothing: %s', async (_, files) => {
  expect(await evaluate(files)).toEqual(none);
});
