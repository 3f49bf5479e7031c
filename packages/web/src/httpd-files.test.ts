import { type FakeFile, fakeContext, fakeHost } from '@hostspec/testing';
import { expect, it } from 'vitest';
import {
  httpd24SclConfigurationFiles,
  httpd24SclJbcsConfigurationFiles,
  httpdConfigurationFiles,
} from './providers.js';

const root = '/etc/httpd';
const main = `${root}/conf/httpd.conf`;
const filesOf = (files: Record<string, FakeFile>) =>
  httpdConfigurationFiles.definition.evaluate(fakeContext(fakeHost({ files })));

it('follows includes in the order of reading, each file once', async () => {
  expect(
    await filesOf({
      [main]: `ServerRoot "/etc/httpd"
Include conf.modules.d/*.conf
Listen 80
IncludeOptional conf.d/*.conf
INCLUDE "/srv/sites/my site.conf"
Include conf.modules.d/00-base.conf
Include missing.conf
`,
      [`${root}/conf.modules.d/00-base.conf`]: 'LoadModule ssl_module modules/mod_ssl.so\n',
      [`${root}/conf.d/ssl.conf`]: 'Include conf.d/options/tls.inc\n',
      [`${root}/conf.d/options/tls.inc`]: '',
      [`${root}/conf.d/a.conf`]: '',
      [`${root}/conf.d/README`]: 'Include conf.d/not-read.inc',
      '/srv/sites/my site.conf': '',
    }),
  ).toEqual([
    main,
    `${root}/conf.modules.d/00-base.conf`,
    `${root}/conf.d/a.conf`,
    `${root}/conf.d/ssl.conf`,
    `${root}/conf.d/options/tls.inc`,
    '/srv/sites/my site.conf',
  ]);
});

it('resolves an include against the ServerRoot in effect at its line', async () => {
  expect(
    await filesOf({
      [main]: 'Include a.conf\nServerRoot /srv/httpd\nInclude a.conf\nServerRoot ../other\nInclude a.conf\n',
      [`${root}/a.conf`]: '',
      '/srv/httpd/a.conf': '',
      '/srv/other/a.conf': '',
    }),
  ).toEqual([main, `${root}/a.conf`, '/srv/httpd/a.conf', '/srv/other/a.conf']);
});

it('enters directories, including those that match a pattern', async () => {
  expect(
    await filesOf({
      [main]: 'Include sites\nInclude more/*-enabled\n',
      [`${root}/sites/one`]: '',
      [`${root}/sites/deep/er/two.conf`]: '',
      [`${root}/more/web-enabled/three`]: '',
      [`${root}/more/web-available/four`]: '',
    }),
  ).toEqual([main, `${root}/sites/deep/er/two.conf`, `${root}/sites/one`, `${root}/more/web-enabled/three`]);
});

it('follows includes in sections, of continued lines and with defined variables', async () => {
  expect(
    await filesOf({
      [main]: `Define CONF "/etc/httpd/conf.d"
<IfModule mod_ssl.c>
  <IfDefine !PLAIN>
    Include \\
      \${CONF}/ssl.conf
  </IfDefine>
</IfModule>
Include \${FROM_THE_ENVIRONMENT}/*.conf
<Macro Site $name>
  Include sites/$name.conf
</Macro>
<VirtualHost *:443>
  Include conf.d/tls.inc
</VirtualHost>
UnDefine CONF
Include \${CONF}/gone.conf
`,
      [`${root}/conf.d/ssl.conf`]: '',
      [`${root}/conf.d/tls.inc`]: '',
      [`${root}/conf.d/gone.conf`]: '',
      [`${root}/sites/$name.conf`]: '',
    }),
  ).toEqual([main, `${root}/conf.d/ssl.conf`, `${root}/conf.d/tls.inc`]);
});

it('stops if files include each other, however many paths there are', async () => {
  expect(
    await filesOf({
      [main]: 'Include conf.d/*.conf',
      [`${root}/conf.d/a.conf`]: 'Include conf/httpd.conf\nInclude conf.d/*',
    }),
  ).toEqual([main, `${root}/conf.d/a.conf`]);
  const chain = Array.from({ length: 25 }, (_, i) => [
    `${root}/${i}.conf`,
    `<VirtualHost *:80>\nInclude ${i + 1}.conf\n</VirtualHost>\nInclude ${i + 1}.conf\nInclude *.conf\n`,
  ]);
  expect(await filesOf({ [main]: 'Include 0.conf', ...Object.fromEntries(chain) })).toHaveLength(26);
});

it('lists a file that cannot be read', async () => {
  expect(
    await filesOf({ [main]: 'Include conf.d/*.conf', [`${root}/conf.d/a.conf`]: { denied: true } }),
  ).toEqual([main, `${root}/conf.d/a.conf`]);
});

it.each([
  ['no such file or directory', {}],
  ['permission denied', { [main]: { denied: true } }],
] as [string, Record<string, FakeFile>][])(
  'says why the main file cannot be read: %s',
  async (why, files) => {
    expect(await filesOf(files)).toEqual({
      nothing: `${main}: ${why}`,
      status: why.startsWith('no such') ? 'absent' : 'denied',
    });
  },
);

it('says that the main file cannot be read if it is a directory', async () => {
  expect(await filesOf({ [`${main}/x`]: '' })).toEqual({
    nothing: expect.stringContaining(`${main}: `),
    status: 'denied',
  });
});

it('survives garbage', async () => {
  expect(await filesOf({ [main]: '' })).toEqual([main]);
  expect(
    await filesOf({ [main]: '\0\xff<<\nInclude\nInclude ""\nServerRoot\nDefine\n</VirtualHost>\n' }),
  ).toEqual([main]);
});

it('recognises the two other installations', async () => {
  const scl = '/opt/rh/httpd24/root/etc/httpd';
  const jbcs = '/opt/rh/jbcs-httpd24/root/etc/httpd';
  const host = fakeHost({
    files: {
      [`${scl}/conf/httpd.conf`]: `ServerRoot "${scl}"\nInclude conf.d/*.conf`,
      [`${scl}/conf.d/a.conf`]: '',
      [`${jbcs}/conf/httpd.conf`]: 'Include conf.d/*.conf',
      [`${jbcs}/conf.d/b.conf`]: '',
    },
  });
  expect(await httpd24SclConfigurationFiles.definition.evaluate(fakeContext(host))).toEqual([
    `${scl}/conf/httpd.conf`,
    `${scl}/conf.d/a.conf`,
  ]);
  expect(await httpd24SclJbcsConfigurationFiles.definition.evaluate(fakeContext(host))).toEqual([
    `${jbcs}/conf/httpd.conf`,
    `${jbcs}/conf.d/b.conf`,
  ]);
});
