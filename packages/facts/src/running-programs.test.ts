import type { Host } from '@hostspec/spec';
import { fakeHost } from '@hostspec/testing';
import { expect, it } from 'vitest';
import { runningPrograms } from './running-programs.js';

const ps = (...commands: string[]): string =>
  [
    'USER PID %CPU %MEM VSZ RSS TTY STAT START TIME COMMAND',
    ...commands.map((command, index) => `root ${index + 1} 0.0 0.0 1 1 ? Ss 10:00 0:00 ${command}`),
  ].join('\n');

it('gives sorted distinct paths of existing programs', async () => {
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
  expect(await runningPrograms(host, 'httpd')).toEqual({
    paths: ['/opt/rh/httpd24/root/usr/sbin/httpd', '/usr/sbin/httpd'],
    leftOut: [],
  });
  expect((await runningPrograms(host, 'nginx')).paths).toEqual([]);
});

it('checks every process until one counts, and keeps each reason once', async () => {
  const asked: unknown[] = [];
  const lines = ['/tmp/httpd', '/usr/sbin/httpd', '/usr/sbin/httpd', '/usr/sbin/httpd', '/tmp/httpd'];
  const host = {
    ...fakeHost({ commands: { '/bin/ps auxww': ps(...lines) } }),
    which: async (word: string, { process, refused }: Parameters<Host['which']>[1] = {}) => {
      asked.push([word, process]);
      if (word === '/usr/sbin/httpd' && process === 3) return word;
      refused?.(`${word} does not count`, 'refused');
      return undefined;
    },
  };
  expect(await runningPrograms(host, 'httpd')).toEqual({
    paths: ['/usr/sbin/httpd'],
    leftOut: ['/tmp/httpd does not count', '/usr/sbin/httpd does not count'],
  });
  expect(asked).toEqual([
    ['/tmp/httpd', 1],
    ['/usr/sbin/httpd', 2],
    ['/usr/sbin/httpd', 3],
    ['/tmp/httpd', 5],
  ]);
});

it('asks for a name that ends with a hyphen, and not for the name of a login shell', async () => {
  const asked: string[] = [];
  const host = {
    ...fakeHost({ commands: { '/bin/ps auxww': ps('-httpd', '/opt/httpd-', 'httpd') } }),
    which: async (word: string) => {
      asked.push(word);
      return undefined;
    },
  };
  await runningPrograms(host, 'httpd');
  expect(asked).toEqual(['/opt/httpd-', 'httpd']);
});
