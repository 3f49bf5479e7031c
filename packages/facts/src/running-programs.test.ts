import { fakeHost } from '@hostspec/testing';
import { expect, it } from 'vitest';
import { isSafeStep, runningPrograms } from './running-programs.js';

const ps = (...commands: string[]): string =>
  [
    'USER PID %CPU %MEM VSZ RSS TTY STAT START TIME COMMAND',
    ...commands.map((command, index) => `root ${index + 1} 0.0 0.0 1 1 ? Ss 10:00 0:00 ${command}`),
  ].join('\n');

it('gives sorted distinct paths of programs that are there', async () => {
  const host = fakeHost({
    commands: {
      '/bin/ps auxww': ps(
        '/usr/sbin/httpd -DFOREGROUND',
        '/usr/sbin/httpd -DFOREGROUND',
        '/opt/rh/httpd24/root/usr/sbin/httpd',
        '/usr/sbin/httpd.worker',
        'vim /etc/httpd/conf/httpd.conf',
        '-httpd',
      ),
    },
    programs: ['/usr/sbin/httpd', '/opt/rh/httpd24/root/usr/sbin/httpd'],
  });
  expect(await runningPrograms(host, 'httpd')).toEqual([
    '/opt/rh/httpd24/root/usr/sbin/httpd',
    '/usr/sbin/httpd',
  ]);
  expect(await runningPrograms(host, 'nginx')).toEqual([]);
});

const steps = (mode: string): string =>
  `f: /srv/x/httpd\n drwxr-xr-x root root /\n drwxr-xr-x root root srv\n ${mode} x\n -rwxr-xr-x root root httpd\n`;

it.each([
  ['drwxr-xr-x root root', true],
  ['drwxrwxrwt root root', true],
  ['drwxrwsr-x root staff', true],
  ['drwxrwxrwx root root', false],
  ['drwxrwxr-x root oracle', false],
  ['drwxr-xr-x oracle oinstall', false],
  ['                      x - No such file or directory', false],
])('on the running machine, takes a program below %j: %s', async (mode, taken) => {
  const program = '/srv/x/httpd';
  const fake = fakeHost({
    commands: { '/bin/ps auxww': ps(program), '/usr/bin/namei -om /srv/x/httpd': steps(mode) },
    programs: [program],
  });
  expect(await runningPrograms({ ...fake, live: true }, 'httpd')).toEqual(taken ? [program] : []);
});

it('takes no program whose way cannot be looked at', async () => {
  const fake = fakeHost({
    commands: { '/bin/ps auxww': ps('/usr/sbin/httpd') },
    programs: ['/usr/sbin/httpd'],
  });
  expect(await runningPrograms({ ...fake, live: true }, 'httpd')).toEqual([]);
});

it('looks at a link by its owner alone', () => {
  expect(isSafeStep(' lrwxrwxrwx root root sbin -> usr/sbin')).toBe(true);
  expect(isSafeStep('   lrwxrwxrwx eve eve sbin -> usr/sbin')).toBe(false);
  expect(isSafeStep('')).toBe(false);
});
