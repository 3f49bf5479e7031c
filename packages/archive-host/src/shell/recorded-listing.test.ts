import { expect, test } from 'vitest';
import { archiveOf, outcomesOf } from '../testing/archive-of.js';
import { evaluate } from './evaluate.js';
import { createArchiveSession } from './session.js';
import { parseLine } from './words.js';

const line = (name: string, owner = 'root', mode = '-rw-r--r--') =>
  `${mode}  1 ${owner} adm  12 Nov 30 10:54 ${name}\n`;
const listings = {
  '/bin/ls -lan /etc': `total 4\n${line('.', '0', 'drwxr-xr-x')}${line('numbered', '0')}`,
  '/bin/ls -la /etc /var/log': `/etc:\ntotal 8\n${line('.', 'root', 'drwxr-xr-x')}${line('..', 'root', 'drwxr-xr-x')}${line('.pwd')}${line('a 10:30 b')}${line('l -> /run/l', 'root', 'lrwxrwxrwx')}\n/var/log:\ntotal 0\n${line('syslog', 'eve')}`,
  '/bin/ls -lanR /boot': `/boot:\ntotal 4\n${line('grub', '0', 'drwxr-xr-x')}\n/boot/grub:\ntotal 0\n${line('grub.cfg', '0')}`,
  '/bin/ls -lanL /opt': `total 4\n${line('numbered', '0')}`,
  '/bin/ls -lan /opt /srv': `/opt:\ntotal 4\n${line('app', '0')}\n/srv:\ntotal 0\n`,
  '/bin/ls -ldZ /home': line('/home', 'root', 'drwxr-xr-x'),
};

/** What a line prints on an archive with these listings and files. */
async function run(text: string) {
  const files = Object.entries(listings).map(([command, content], at) => ({
    command,
    path: `insights_commands/${at}`,
    content,
  }));
  const session = await createArchiveSession(
    archiveOf(
      {
        ...Object.fromEntries(files.map(({ path, content }) => [path, content])),
        'etc/hosts': 'x',
        'home/own': '',
      },
      {
        kind: 'hostspec',
        manifest: { hostname: 'web01' } as never,
        outcomes: outcomesOf({
          items: [
            ...files.map(({ command, path }) => ({
              path,
              rc: 0,
              ...(command.includes('/opt') && { truncated: { reason: 'cut at 1 MiB' } }),
              source: { kind: 'command', argv: command.split(' ') },
            })),
            ...['etc/hosts', 'home/own'].map((path) => ({
              path,
              source: { kind: 'file', path: `/${path}` },
            })),
          ],
        }),
      },
    ),
  );
  const [out, said]: [string[], string[]] = [[], []];
  const status = await evaluate(
    parseLine(text),
    { session, directory: '/var' },
    {
      out: { write: (content) => void out.push(`${content}`) },
      shown: { printable: (shown) => shown, bytes: String },
      problem: (problem) => void said.push(problem),
      note: (note) => void said.push(note),
    },
  );
  return { status, out: out.join(''), said };
}

test('ls shows a directory as a recorded listing has it, rather with the names of owners', async () => {
  const said = ['derived from spec spec0 (/bin/ls -la /etc /var/log)'];
  expect(await run('ls -l log')).toEqual({ status: 0, said, out: line('syslog', 'eve') });
  expect(await run('ls /etc')).toEqual({ status: 0, said, out: 'a 10:30 b\nl\n' });
  expect((await run('ls -A /etc')).out).toBe('.pwd\na 10:30 b\nl\n');
  expect((await run('ls -ar /etc')).out).toBe('l\na 10:30 b\n.pwd\n..\n.\n');
  expect(await run('ls -l /boot/grub')).toEqual({
    status: 0,
    said: ['derived from spec spec0 (/bin/ls -lanR /boot)'],
    out: line('grub.cfg', '0'),
  });
  expect(await run('ls /opt')).toMatchObject({
    said: [expect.any(String), 'ls: already cut in the archive: cut at 1 MiB'],
    out: 'app\n',
  });
});

test('ls -l shows a file, or with -d a directory, as the listing of its directory has it', async () => {
  expect(await run('ls -l log/syslog /etc/l')).toEqual({
    status: 0,
    said: ['derived from spec spec0 (/bin/ls -la /etc /var/log)'],
    out: line('log/syslog', 'eve') + line('/etc/l -> /run/l', 'root', 'lrwxrwxrwx'),
  });
  expect((await run('ls -ld /boot/grub')).out).toBe(line('/boot/grub', '0', 'drwxr-xr-x'));
  expect((await run('ls -l /etc/none')).status).toBe(2);
});

test('ls lists what the archive has of a directory that no recorded listing has', async () => {
  const said = ['ls: lists only what the archive has; the host can have more'];
  expect(await run('ls /home')).toEqual({ status: 0, said, out: 'own\n' });
  expect((await run('ls -d /etc')).out).toBe('/etc\n');
  expect(await run('ls -lt log /home')).toMatchObject({
    said: ['ls: the order is by name', expect.stringMatching(/^derived from/), ...said],
    out: expect.stringMatching(/^log:\n.* syslog\n\n\/home:\n.* own\n$/),
  });
  expect((await run('ls /boot/none')).status).toBe(2);
});
