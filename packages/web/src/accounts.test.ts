import { type Account, hostError } from '@hostspec/spec';
import { fakeContext, fakeHost } from '@hostspec/testing';
import { expect, it } from 'vitest';
import {
  httpdCertificateInfoInNss,
  httpdConfigurationFiles,
  httpdSslCertificateFiles,
  nginxSslCertificateFiles,
} from './providers.js';

const eve: Account = { uid: 4242, gid: 4242, name: 'eve' };
const bob: Account = { uid: 4343, gid: 4343, name: 'bob' };
const nobody: Account = { uid: 65_534, gid: 65_534, name: 'nobody' };

const root = '/etc/httpd';
const main = `${root}/conf/httpd.conf`;

/** A host on which each file belongs to the user in its name, else to root. Nobody else may read what has `private` in its path. */
function context(files: Readonly<Record<string, string>>) {
  const host = fakeHost({ files });
  const controller = async (path: string) =>
    [eve, bob].find(({ name }) => path.endsWith(`.${name}.conf`)) as Account | undefined;
  return fakeContext({
    ...host,
    controller,
    async readFile(path, options) {
      if (options?.by && path.includes('private')) throw hostError('denied', path);
      return await host.readFile(path, options);
    },
  });
}

const filesOf = async (files: Readonly<Record<string, string>>) =>
  await httpdConfigurationFiles.definition.evaluate(context(files));
const byEve = (value: string) => ({ value, by: eve });
const eves = `${root}/sites/a.eve.conf`;

it('reads what a variable of another account names with the rights of that account', async () => {
  const found = await filesOf({
    [main]: `Include sites/*.conf\nInclude \${EXTRA}\nDefine MORE \${EXTRA}.more\nInclude \${MORE}\nDefine EXTRA /own\nInclude \${EXTRA}`,
    [eves]: 'Define EXTRA /private/a\n',
    '/private/a': '',
    '/private/a.more': '',
    '/own': '',
  });
  expect(found).toEqual([main, eves, byEve('/private/a'), byEve('/private/a.more'), '/own']);
});

it('reads what is below the ServerRoot of another account with the rights of that account, and what root named anyway', async () => {
  const found = await filesOf({
    [main]:
      'Include sites/*.conf\nInclude conf.d/*.conf\nInclude /absolute.conf\nServerRoot /own\nInclude b.conf',
    [eves]: 'ServerRoot /private\n',
    [`${root}/conf.d/a.conf`]: '',
    '/private/conf.d/a.conf': '',
    '/absolute.conf': '',
    '/own/b.conf': '',
  });
  expect(found).toEqual([
    main,
    eves,
    `${root}/conf.d/a.conf`,
    byEve('/private/conf.d/a.conf'),
    '/absolute.conf',
    '/own/b.conf',
  ]);
});

it('keeps a relative ServerRoot of root below that of another account with that account', async () => {
  const found = await filesOf({
    [main]: 'Include sites/*.conf\nServerRoot sub\nInclude b.conf',
    [eves]: 'ServerRoot /srv\n',
    [`${root}/sub/b.conf`]: '',
    '/srv/sub/b.conf': '',
  });
  expect(found).toEqual([main, eves, `${root}/sub/b.conf`, byEve('/srv/sub/b.conf')]);
});

it.each(['Define CONF /none', 'UnDefine CONF', 'Define CONF /private.conf'])(
  'does not let another account hide a file that root includes: %s',
  async (line) => {
    const found = await filesOf({
      [main]: `Define CONF /private.conf\nInclude sites/*.conf\nInclude \${CONF}\nUnDefine CONF\nInclude \${CONF}x`,
      [eves]: line,
      '/private.conf': 'Include /of-private.conf',
      '/of-private.conf': '',
      '/private.confx': '',
    });
    expect(found).toEqual([main, eves, '/private.conf', '/of-private.conf']);
  },
);

it('reads a file that root includes, too, with the rights of root, also if another account included it first', async () => {
  const files = {
    [eves]: 'Include /private.conf\nInclude /other.conf\n',
    '/private.conf': 'Include /of-private.conf',
    '/of-private.conf': '',
    '/other.conf': '',
  };
  for (const text of [
    'Include sites/*.conf\nInclude /private.conf',
    'Include /private.conf\nInclude sites/*.conf',
  ])
    expect(new Set((await filesOf({ ...files, [main]: text })) as string[])).toEqual(
      new Set([main, eves, '/private.conf', '/of-private.conf', byEve('/other.conf')]),
    );
});

it('reads what two accounts name together with the rights of neither', async () => {
  const bobs = `${root}/sites/b.bob.conf`;
  const found = await filesOf({
    [main]: 'Include sites/*.conf',
    [eves]: 'Define EVES /srv\nDefine BOTH /of-eve\n',
    [bobs]: `Include \${EVES}/a\nInclude /of-bob\n`,
    '/srv/a': '',
    '/of-bob': '',
  });
  expect(found).toEqual([main, eves, bobs, { value: '/srv/a', by: nobody }, { value: '/of-bob', by: bob }]);
});

const tls = (...lines: string[]) =>
  `<VirtualHost *:443>\nSSLEngine on\nNSSEngine on\n${lines.join('\n')}\n</VirtualHost>\n`;

it('reads a certificate with the rights of who decides on its path', async () => {
  const found = await httpdSslCertificateFiles.definition.evaluate(
    context({
      [main]: `Define KEYS /keys\nDefine OWN /own\nInclude sites/*.conf\n${tls(
        `SSLCertificateFile \${KEYS}/a.crt`,
        `SSLCertificateFile \${OWN}/a.crt`,
        'SSLCertificateFile b.crt',
      )}`,
      [eves]: `Define KEYS /private\nServerRoot /srv\n${tls('SSLCertificateFile c.crt', `SSLCertificateFile \${OWN}/a.crt`)}`,
    }),
  );
  expect(found).toEqual([
    `${root}/b.crt`,
    '/keys/a.crt',
    '/own/a.crt',
    byEve('/private/a.crt'),
    byEve('/srv/c.crt'),
  ]);
});

it('reads an NSS database with the rights of who names it and its certificate, or of root if root does too', async () => {
  const database = 'NSSCertificateDatabase sql:alias';
  const found = await httpdCertificateInfoInNss.definition.evaluate(
    context({
      [main]: `Include sites/*.conf\n${tls(database, 'NSSNickname A')}${tls(database, `NSSNickname \${NAME}`)}Include more/*.conf\n`,
      [eves]: `Define NAME B\nServerRoot ${root}\n${tls(database, 'NSSNickname A')}`,
      [`${root}/more/a.eve.conf`]: tls(database, 'NSSNickname A'),
    }),
  );
  expect(found).toEqual([[`sql:${root}/alias`, 'A'], { value: [`sql:${root}/alias`, 'B'], by: eve }]);
});

it('nginx: reads a file that root includes, too, with the rights of root, also if another account included it first', async () => {
  const found = await nginxSslCertificateFiles.definition.evaluate(
    context({
      '/etc/nginx/nginx.conf': 'include first/*; ssl_certificate /main.crt;',
      '/etc/nginx/conf.d/a.eve.conf': 'include d/private; include d/other; ssl_certificate /eve.crt;',
      '/etc/nginx/first/a': 'include second;',
      '/etc/nginx/second': 'include d/private;',
      '/etc/nginx/d/private': 'ssl_certificate /private.crt;',
      '/etc/nginx/d/other': 'ssl_certificate /other.crt;',
    }),
  );
  expect(found).toEqual([byEve('/eve.crt'), '/main.crt', byEve('/other.crt'), '/private.crt']);
});
