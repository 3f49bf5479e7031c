import { fakeContext, fakeHost } from '@hostspec/testing';
import { expect, it } from 'vitest';
import { parseHttpd } from './httpd-lines.js';
import { setValue, type Values, withVariables } from './httpd-values.js';
import { httpdCmd, httpdCmds } from './providers.js';

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
