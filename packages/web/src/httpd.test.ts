import { type FakeFile, fakeContext, fakeHost } from '@hostspec/testing';
import { expect, it } from 'vitest';
import { parseHttpd } from './httpd-configuration.js';
import { setValue, type Values, withVariables } from './httpd-values.js';
import {
  httpd24SclConfigurationFiles,
  httpd24SclJbcsConfigurationFiles,
  httpdCmd,
  httpdCmds,
  httpdConfigurationFiles,
} from './providers.js';

const directive = (name: string, ...words: string[]) => ({ kind: 'directive', name, words });

it('reads directives and sections, with names in lower case', () => {
  expect(
    parseHttpd('# no\n  Listen 443 https\r\n<VirtualHost *:443>\n\tSSLENGINE on\n</VirtualHost>\n'),
  ).toEqual([
    directive('listen', '443', 'https'),
    { kind: 'start', name: 'virtualhost', words: [] },
    directive('sslengine', 'on'),
    { kind: 'end', name: 'virtualhost', words: [] },
  ]);
});

it('joins continued lines, including those of a comment', () => {
  expect(parseHttpd('Include \\\n  conf.d/a.conf\n# Include \\\r\nconf.d/b.conf\nListen 80')).toEqual([
    directive('include', 'conf.d/a.conf'),
    directive('listen', '80'),
  ]);
});

it('keeps quoted words together, with their escapes', () => {
  expect(parseHttpd(String.raw`NSSNickname "My \"Own\" Cert" 'it''s' C:\dir\\x un"quoted`)).toEqual([
    directive('nssnickname', 'My "Own" Cert', 'it', 's', String.raw`C:\dir\\x`, 'un"quoted'),
  ]);
});

it('survives garbage', () => {
  expect(parseHttpd('')).toEqual([]);
  expect(parseHttpd('<\n<>\n</\n"\n\\')).toEqual([
    directive('<'),
    directive('<>'),
    { kind: 'start', name: '/', words: [] },
    directive('"'),
    directive('\\'),
  ]);
});

it('variables that double each other stop growing', () => {
  const values: Values = { variables: new Map(), serverRoot: { text: '/etc/httpd', by: undefined } };
  setValue(values, 'define', { text: 'A', by: undefined }, { text: 'x'.repeat(4096), by: undefined });
  expect(withVariables(`\${A}\${A}`, undefined, values).text).toBe('x'.repeat(8192));
  expect(withVariables(`\${A}\${A}/`, { uid: 1, gid: 1 }, values)).toEqual({
    text: `\${A}\${A}/`,
    by: { uid: 1, gid: 1 },
  });
});

const ps = (...commands: string[]) =>
  ['USER PID %CPU %MEM VSZ RSS TTY STAT START TIME COMMAND']
    .concat(commands.map((command, i) => `root ${i + 1} 0.0 0.1 1000 100 ? Ss 10:00 0:00 ${command}`))
    .join('\n');
const evaluate = (
  commands: string[],
  programs: string[],
  provider: typeof httpdCmds | typeof httpdCmd = httpdCmds,
) =>
  provider.definition.evaluate(
    fakeContext(fakeHost({ commands: { '/bin/ps auxww': ps(...commands) }, programs })),
  );

it('yields the programs of the running servers, sorted and distinct', async () => {
  const commands = [
    '/usr/sbin/httpd -DFOREGROUND',
    '/usr/sbin/httpd -DFOREGROUND',
    'httpd.worker -k start',
    '/opt/rh/httpd24/root/usr/sbin/httpd -D X',
    '/gone/httpd',
  ];
  const programs = ['/usr/sbin/httpd', '/usr/sbin/httpd.worker', '/opt/rh/httpd24/root/usr/sbin/httpd'];
  const expected = ['/opt/rh/httpd24/root/usr/sbin/httpd', '/usr/sbin/httpd', '/usr/sbin/httpd.worker'];
  expect(await evaluate(commands, programs)).toEqual(expected);
  expect(await evaluate(commands, programs, httpdCmd)).toEqual(expected);
});

it('leaves out programs that only have httpd in their name', async () => {
  const programs = ['/usr/sbin/lighttpd', '/usr/sbin/thttpd', '/usr/bin/httpd_exporter', '/bin/vi'];
  expect(
    await evaluate(
      ['/usr/sbin/lighttpd -D', 'thttpd', '/usr/bin/httpd_exporter', '/bin/vi /etc/httpd'],
      programs,
    ),
  ).toEqual({ nothing: 'no httpd is running' });
});

it('says that no server is running', async () => {
  expect(await evaluate([], [])).toEqual({ nothing: 'no httpd is running' });
  expect(await httpdCmds.definition.evaluate(fakeContext(fakeHost()))).toEqual({
    nothing: 'no httpd is running',
  });
});

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
