import { fakeContext, fakeHost } from '@hostspec/testing';
import { expect, it } from 'vitest';
import { httpdCmd, httpdCmds } from './providers.js';

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
