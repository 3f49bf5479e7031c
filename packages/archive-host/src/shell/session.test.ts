import { describe, expect, test } from 'vitest';
import { archiveOf, outcomesOf } from '../testing/archive-of.js';
import { evaluate } from './evaluate.js';
import { createArchiveSession } from './session.js';
import { parseLine } from './words.js';

const command = (...argv: readonly string[]): object => ({ kind: 'command', argv });
const outcomes = outcomesOf({
  items: [
    { path: 'c/addr', source: command('/sbin/ip', 'addr'), rc: 0 },
    { path: 'c/route', source: command('/sbin/ip', 'route', 'show', 'table', 'all'), rc: 0 },
    { path: 'c/ss', source: command('/usr/sbin/ss', '-tupna'), rc: 3 },
    { path: 'c/list', source: { kind: 'listing', path: '/dev/disk' } },
    { path: 'etc/hosts', source: { kind: 'file', path: '/etc/hosts' } },
  ],
  misses: [
    { source: command('/bin/gone', '-x'), status: 'absent', reason: 'command not found: /bin/gone' },
    { source: command('/bin/broken'), status: 'failed', rc: 9, reason: '/bin/broken exited with 9' },
    { source: { kind: 'file', path: '/srv/secret' }, status: 'denied', reason: '/srv/secret: denied' },
  ],
});
const files = {
  'c/addr': 'ADDR',
  'c/route': 'ROUTE',
  'c/ss': 'SS',
  'c/list': 'sdb\nsda\n',
  'etc/hosts': 'H',
};
const hostspecArchive = archiveOf(files, { kind: 'hostspec', manifest: { hostname: 'web01' }, outcomes });

describe('an archive of hostspec', () => {
  test('answers the same words, whatever the directory of the program', async () => {
    const { same } = await createArchiveSession(hostspecArchive);
    expect(same(['/sbin/ip', 'addr'])).toMatchObject({ output: { rc: 0, file: { bytes: 4 } } });
    expect(same(['/sbin/ip', 'addr'])).not.toHaveProperty('recorded');
    expect(same(['ip', 'addr'])?.recorded).toBe('/sbin/ip addr');
    expect(same(['/usr/sbin/ip', 'addr'])?.recorded).toBe('/sbin/ip addr');
    expect(same(['ip', 'addr', ''])).toBeUndefined();
    expect(same(['ip', '-br', 'addr'])).toBeUndefined();
    expect(same(['broken'])).toMatchObject({ output: { rc: 9, reason: '/bin/broken exited with 9' } });
    expect(same(['gone', '-x'])).toMatchObject({ output: { problem: 'absent' } });
  });

  test('names what is near', async () => {
    const { near, lines } = await createArchiveSession(hostspecArchive);
    expect(near('ip')).toEqual(['/sbin/ip addr', '/sbin/ip route show table all']);
    expect(near('/usr/bin/brokn')).toEqual(['/bin/broken']);
    expect(near('zebra')).toEqual([]);
    expect(lines).toContain('/usr/sbin/ss -tupna');
  });

  test('prefers the command that has exactly the line', async () => {
    const items = ['/opt/a/tool', '/opt/b/tool'].map((program) => ({
      path: `c/${program.slice(5, 6)}`,
      source: command(program, '-x'),
    }));
    const { same } = await createArchiveSession(
      archiveOf({ 'c/a': 'first', 'c/b': 'second 2' }, { kind: 'hostspec', outcomes: outcomesOf({ items }) }),
    );
    expect(same(['/opt/b/tool', '-x'])).toStrictEqual({
      output: { rc: 0, file: expect.objectContaining({ bytes: 8 }) },
    });
    expect(same(['tool', '-x'])?.recorded).toBe('/opt/a/tool -x');
  });

  test('names what is near in its program, and only else in its name', async () => {
    const items = ['/bin/lsblk', '/bin/lsblk2', '/sbin/lspci'].map((program) => ({
      path: 'c/any',
      source: command(program),
    }));
    const { near } = await createArchiveSession(
      archiveOf({ 'c/any': 'A' }, { kind: 'hostspec', outcomes: outcomesOf({ items }) }),
    );
    expect(near('/usr/bin/lsblk')).toEqual(['/bin/lsblk']);
    expect(near('lsblk3')).toEqual(['/bin/lsblk', '/bin/lsblk2']);
  });

  test('has what a directory listed, and what there is content of', async () => {
    const listed = Array.from({ length: 40 }, (_, index) => `listed-${index}`);
    const { names, look, open, glob } = await createArchiveSession(
      archiveOf(
        { 'c/list': `${listed.join('\n')}\n`, 'etc/stored': '', 'etc/listed-7': '' },
        {
          kind: 'hostspec',
          outcomes: outcomesOf({
            items: [
              { path: 'c/list', source: { kind: 'listing', path: '/etc/' } },
              { path: 'c/list', source: { kind: 'listing', path: '/dev' } },
              { path: 'etc/stored', source: { kind: 'file', path: '/etc/stored' } },
              { path: 'etc/listed-7', source: { kind: 'file', path: '/etc/listed-7' } },
            ],
          }),
        },
      ),
    );
    expect(await names('/etc')).toEqual([...listed, 'stored'].sort());
    expect(await names('/dev')).toEqual([...listed].sort());
    expect(await look('/dev')).toEqual({ kind: 'directory', size: 0, modified: 0 });
    expect(await look('/etc/stored')).toMatchObject({ kind: 'file' });
    expect(() => open('/etc')).toThrow(expect.objectContaining({ problem: 'refused' }));
    await expect(names('/etc/stored')).rejects.toMatchObject({ problem: 'refused' });
    expect(await glob('/etc/*')).toEqual(['/etc/listed-7', '/etc/stored']);
    expect(await glob('/dev/*')).toEqual([]);
  });

  test('has files and directories with the reason for what is missing', async () => {
    const { open, names, look, link } = await createArchiveSession(hostspecArchive);
    expect(open('/etc/hosts').file.bytes).toBe(1);
    expect(() => open('/etc')).toThrow('/etc: is a directory');
    expect(() => open('/srv/secret')).toThrow('/srv/secret: denied');
    expect(() => open('/etc/none')).toThrow('/etc/none: not in the archive');
    expect(await names('/etc')).toEqual(['hosts']);
    expect(await names('/dev/disk')).toEqual(['sda', 'sdb']);
    await expect(names('/etc/hosts')).rejects.toThrow('/etc/hosts: is not a directory');
    await expect(names('/none')).rejects.toThrow('/none: not in the archive');
    await expect(look('/none')).rejects.toThrow('/none: not in the archive');
    expect(link('/etc/hosts')).toBeUndefined();
  });
});

test('a sos report: lines of its manifest, or else what the names of outputs tell', async () => {
  const commands = [
    { exec: 'ip -d address', filepath: 'sos_commands/networking/ip_-d_address', return_code: 0 },
    { exec: 'lost -x', return_code: 127 },
  ];
  const manifest = { components: { report: { plugins: { networking: { commands } } } } };
  const session = await createArchiveSession(
    archiveOf(
      {
        'etc/hosts': '',
        'sos_reports/manifest.json': JSON.stringify(manifest),
        'sos_commands/networking/ip_-d_address': '1: lo:\n    link\n',
        'sos_commands/filesys/df_-al_-x_autofs': 'DF',
      },
      { kind: 'sos', links: { 'etc/names': 'etc/hosts' } },
    ),
  );
  expect(session.lines).toEqual(['df -al -x autofs', 'ip -d address', 'lost -x']);
  expect(session.same(['ip', '-d', 'address'])).not.toHaveProperty('recorded');
  expect(session.same(['/bin/df', '-al', '-x', 'autofs'])?.recorded).toBe('df -al -x autofs');
  expect(session.same(['/opt/df', '-al', '-x', 'autofs'])?.recorded).toBe('df -al -x autofs');
  expect(session.same(['df', '-al', '-x autofs'])?.recorded).toBe('df -al -x autofs');
  expect(session.same(['df', '-al'])).toBeUndefined();
  expect(session.same(['lost', '-x'])?.output.problem).toBe('absent');
  // The catalog's table of equivalents: the output is converted.
  expect(session.same(['ip', '-o', 'link'])).toBeUndefined();
  expect(await session.synonym(['ip', '-o', 'link'])).toMatchObject({
    recorded: 'ip -d address',
    output: { convert: expect.any(Function) },
  });
  expect(session.link('/etc/names')).toBe('/etc/hosts');
});

// More than the arguments that a call can have; an archive may have 200,000.
const many = 150_000;

test('ls lists very many directories in one', async () => {
  const files = Object.fromEntries(Array.from({ length: many }, (_, n) => [`etc/${n}/f`, '']));
  const session = await createArchiveSession(archiveOf(files));
  const out: string[] = [];
  const status = await evaluate(
    parseLine('ls -lR /etc'),
    { session, directory: '/' },
    {
      out: { write: (content) => void out.push(`${content}`) },
      shown: { printable: (text) => text, bytes: String },
      problem: () => {},
      note: () => {},
    },
  );
  const lines = out.join('').split('\n').length - 1;
  expect({ status, lines }).toEqual({ status: 0, lines: many * 4 + 1 });
});
