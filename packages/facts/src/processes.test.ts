import type { Host } from '@hostspec/spec';
import { fakeHost } from '@hostspec/testing';
import { expect, it } from 'vitest';
import { processes, processesNamed, runningPrograms } from './processes.js';

const header = 'USER         PID %CPU %MEM    VSZ   RSS TTY      STAT START   TIME COMMAND';
const table = `${header}
root           1  0.0  0.1 171132 16212 ?        Ss   Jun01   1:24 /usr/lib/systemd/systemd --switched-root --system
root           2  0.0  0.0      0     0 ?        S    Jun01   0:00 [kthreadd]
db2inst+    2817  0.3  9.0 912340 74000 ?        Sl   Jun02 123:45 db2sysc 0
root         901  0.0  0.0  16000  9000 ?        Ss   10:02   0:00 sshd: /usr/sbin/sshd -D [listener] 0 of 10-100
apache      1001  0.0  0.2  20000 12000 ?        S    10:03   0:00 /opt/rh/httpd24/root/usr/sbin/httpd -DFOREGROUND
`;

const processesIn = (...lines: string[]) =>
  processes(fakeHost({ commands: { '/bin/ps auxww': lines.join('\n') } }));

it('reads user, pid, command and command name', async () => {
  const rows = await processes(fakeHost({ commands: { '/bin/ps auxww': table } }));
  expect(rows.map(({ pid, user, commandName }) => [pid, user, commandName])).toEqual([
    [1, 'root', 'systemd'],
    [2, 'root', '[kthreadd]'],
    [2817, 'db2inst+', 'db2sysc'],
    [901, 'root', 'sshd:'],
    [1001, 'apache', 'httpd'],
  ]);
  expect(rows[4]?.command).toBe('/opt/rh/httpd24/root/usr/sbin/httpd -DFOREGROUND');
});

it('falls back to the bare names', async () => {
  const host = fakeHost({
    commands: {
      '/bin/ps auxww': { rc: 1 },
      '/bin/ps auxcww': `${header}\nroot 7 0.0 0.0 1 1 ? Ss 10:00 0:00 ceph-mon\n`,
    },
  });
  expect(await processesNamed(host, 'ceph')).toEqual([
    { pid: 7, user: 'root', command: 'ceph-mon', commandName: 'ceph-mon' },
  ]);
});

it('a command ends at its last letter, and only a path is cut to its last part', async () => {
  const of = (command: string) => processesIn(header, `root 7 0.0 0.0 1 1 ? Ss 10:00 0:00 ${command}`);
  expect(await of('/usr/bin/a b/c  ')).toMatchObject([{ command: '/usr/bin/a b/c', commandName: 'a' }]);
  expect(await of('sbin/nginx: master')).toMatchObject([{ commandName: 'sbin/nginx:' }]);
});

it('rows above the header do not count', async () => {
  const row = 'root 7 0.0 0.0 1 1 ? Ss 10:00 0:00 x';
  expect(await processesIn(row, header, row)).toHaveLength(1);
});

it('is empty without ps, without a header and for invalid rows', async () => {
  expect(await processes(fakeHost())).toEqual([]);
  expect(await processesIn('root 7 0.0 0.0 1 1 ? Ss 10:00 0:00 x')).toEqual([]);
  expect(await processesIn('warning', header, '', 'root 7 0.0', 'root x 0 0 0 0 ? S 1 1 cmd')).toEqual([]);
});

it('a row that does not begin with a user and a number is not a process', async () => {
  const rest = '0.0 0.0 1 1 ? Ss 10:00 0:00 command';
  const rows = await processesIn(header, `two words 7 ${rest}`, ` root 8 ${rest}`);
  expect(rows.map(({ pid }) => pid)).toEqual([8]);
});

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
