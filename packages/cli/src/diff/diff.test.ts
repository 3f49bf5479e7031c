import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ArchiveFile } from '@hostspec/archive';
import { describe, expect, test } from 'vitest';
import { directoryOf, fakeRoot, hostspec, temporaryDirectory } from '../testing/cli.js';
import { lineDiff } from './line-diff.js';
import { noiseRule, specsWithNoise } from './noise.js';
import { pairItems } from './pair-items.js';

/** An archive of a host with these files and command outputs, by item path. */
function archiveOf(items: Readonly<Record<string, string>>, hostname = 'web1'): string {
  const specs: Record<string, string[]> = {};
  const files: Record<string, string> = { 'etc/machine-id': `${hostname}\n` };
  for (const [key, content] of Object.entries(items)) {
    const [spec = '', path = ''] = key.split(' ');
    specs[spec] = [...(specs[spec] ?? []), path];
    files[path] = content;
  }
  const outcomes = Object.entries(specs).map(([name, paths]) => ({
    name,
    domain: 'd',
    type: 'simple_file',
    status: 'collected',
    items: paths.map((path) => ({
      path,
      source: { kind: 'file', path: `/${path}` },
      bytes: files[path]?.length,
      sha256: createHash('sha256').update(`${files[path]}`).digest('hex'),
      duration: 0,
    })),
    misses: [],
    started: 0,
    duration: 0,
  }));
  const manifest = {
    kind: 'hostspec',
    formatVersion: 1,
    tool: 'hostspec',
    hostname,
    root: '/',
    started: 0,
    finished: 0,
    brand: { vendor: 'v', client: 'c' },
    domains: [],
    notEntered: [],
    notes: [],
    outcomes,
  };
  const data = Object.fromEntries(Object.entries(files).map(([path, content]) => [`data/${path}`, content]));
  return directoryOf({ 'manifest.json': JSON.stringify(manifest), ...data });
}

const diff = (before: string, after: string, ...options: string[]) =>
  hostspec(['diff', before, after, ...options]);

const json = (before: string, after: string, ...options: string[]) =>
  JSON.parse(diff(before, after, '--json', ...options).stdout);

/** The changed lines of one spec that count. */
async function changes(spec: string, ...contents: [string, string]): Promise<string[]> {
  const rule = noiseRule(spec);
  if (!rule?.keys) return [];
  const file = (content: string): ArchiveFile => {
    const bytes = Buffer.from(content);
    return { bytes: bytes.length, read: async () => bytes, async *stream() {} };
  };
  const { text = '' } = await lineDiff(file(contents[0]), file(contents[1]), rule);
  return text.split('\n').filter((line) => /^[-+]/.test(line));
}

test('every rule is for a spec of the catalog', () => {
  const catalog = new URL('../../../default-specs/fixtures/catalog.json', import.meta.url);
  const text = readFileSync(catalog, 'utf8');
  const unknown = specsWithNoise.filter((name) => !text.includes(`"${name}"`));
  expect(unknown).toEqual([]);
  expect(noiseRule('constructor')).toBeUndefined();
});

describe('what changes by itself', () => {
  const before = { 'uptime insights_commands/uptime': 'up 1 min\n', 'hosts etc/hosts': 'a\n' };
  const after = { 'uptime insights_commands/uptime': 'up 2 min\n', 'hosts etc/hosts': 'b\n' };

  test('is left out and counted', () => {
    expect(diff(archiveOf(before), archiveOf(after))).toEqual({
      status: 0,
      stderr: '',
      stdout: `hosts
  ~ etc/hosts (2 B)
    @@ -1,1 +1,1 @@
    -a
    +b

1 of 2 specs differ
left out, because they change by themselves: 1 more spec; --all shows them
`,
    });
  });

  test('is shown with --all', () => {
    const { stdout } = diff(archiveOf(before), archiveOf(after), '--all', '--brief');
    expect(stdout).toBe(
      'uptime\n  ~ insights_commands/uptime (9 B)\nhosts\n  ~ etc/hosts (2 B)\n\n2 of 2 specs differ\n',
    );
  });

  test('is left out and named in --json, and shown with --all', () => {
    const hosts = { name: 'hosts', items: [{ text: '@@ -1,1 +1,1 @@\n-a\n+b' }] };
    const found = json(archiveOf(before), archiveOf(after));
    expect(found.specs).toMatchObject([hosts]);
    expect(found.leftOut).toEqual({ specs: ['uptime'], lines: 0 });
    const all = json(archiveOf(before), archiveOf(after), '--all');
    expect(all.specs).toMatchObject([
      { name: 'uptime', items: [{ text: '@@ -1,1 +1,1 @@\n-up 1 min\n+up 2 min' }] },
      hosts,
    ]);
    expect(all.leftOut).toEqual({ specs: [], lines: 0 });
  });

  test('is a change if the outcome changes', () => {
    const root = fakeRoot({ 'proc/meminfo': 'MemTotal: 1 kB\n' });
    const archives = [fakeRoot(), root].map((from) => {
      const output = join(temporaryDirectory(), 'x.tar.gz');
      hostspec(['collect', '--root', from, '--domain', 'kernel', '--output', output]);
      return output;
    });
    expect(diff(archives[0] ?? '', archives[1] ?? '').stdout).toContain(
      'meminfo: absent -> collected\n  + proc/meminfo (15 B)\n',
    );
  });

  test('is left out line by line, and the other lines are shown as they are', () => {
    const path = 'sysctl insights_commands/sysctl_-a';
    const [a, b] = ['1', '2'].map((swappiness) =>
      archiveOf({
        [path]: `fs.file-nr = ${swappiness}000\t0\t9\nkernel.x = 1\nvm.swappiness = ${swappiness}\nkernel.random.uuid = ${swappiness}\n`,
      }),
    ) as [string, string];
    const { stdout } = diff(a, b);
    expect(stdout).toContain('-vm.swappiness = 1\n    +vm.swappiness = 2\n');
    expect(stdout).not.toMatch(/^ {4}[-+](?:fs|kernel)/m);
    expect(stdout).toContain('change by themselves: 2 lines of the specs above; --all shows them');
    const { specs, leftOut } = json(a, b);
    expect(leftOut).toEqual({ specs: [], lines: 2 });
    expect(specs[0].items[0].noiseLines).toBe(2);
    expect(specs[0].items[0].text).not.toMatch(/^[-+]fs/m);
    const all = json(a, b, '--all');
    expect(all.leftOut).toEqual({ specs: [], lines: 0 });
    expect(all.specs[0].items[0].text).toContain('+fs.file-nr = 2000');
  });
});

describe('in the content of a spec', () => {
  const ls = (directory: string, line: string): string => `${directory}:\ntotal 8\n${line}\n`;
  test.each([
    [
      'ls_lan',
      ls('/etc', 'drwxr-xr-x 2 0 0 4096 Nov 21 22:49 d'),
      ls('/etc', 'drwxr-xr-x 13 0 0 8192 Nov 22 22:50 d'),
    ],
    [
      'ls_la',
      ls('/var/log', '-rw-r--r-- 1 root adm 1 Nov 21 22:49 x.log'),
      ls('/var/log', '-rw-r--r-- 1 root  adm  22 Nov 22 22:50 x.log'),
    ],
    ['ls_la_filtered', ls('/tmp', '-rw-r--r-- 1 root adm 1 Nov 21 22:49 x'), '/tmp:\ntotal 0\n'],
    [
      'ls_ldZ',
      'drwxr-xr-x 3 root root ? 4096 Jun 24  2025 /home',
      'drwxr-xr-x  4 root root ?  96 Jun 25 10:00 /home',
    ],
    ['df__al', '/dev/vda  100 50 50  50% /\n', '/dev/vda 100 9 91 9% /\n'],
    [
      'ss',
      'tcp LISTEN 0 128 *:22 *:* users:(("sshd",pid=1,fd=3))\n',
      'tcp ESTAB 0 0 a b\ntcp LISTEN 9 128 *:22 *:* users:(("sshd",pid=7,fd=3))\n',
    ],
    [
      'netstat',
      'tcp 0 0 0.0.0.0:22 0.0.0.0:* LISTEN 0 77 1/sshd off (0.00/0/0)\n',
      'tcp 0 0 0.0.0.0:22 0.0.0.0:* LISTEN 0 99 8/sshd off (0.00/0/0)\ntcp 0 0 a:1 b:2 ESTABLISHED 0 1 2/x\n',
    ],
    ['mount', 'a on /a\nb on /b\n', 'b on /b\na on /a\n'],
    [
      'iptables',
      '# Generated by iptables-save v1 on Mon\n:INPUT ACCEPT [1:2]\n',
      '# Generated by iptables-save v1 on Tue\n:INPUT ACCEPT [33:44]\n',
    ],
    ['cgroups', 'memory\t4\t89\t1\n', 'memory\t4\t90\t1\n'],
    ['readlink_e_etc_mtab', '/proc/12/mounts\n', '/proc/345/mounts\n'],
    ['ps_aux', 'root 1 init\n', 'root 1 init\nroot 2 sh\n'],
    [
      'systemctl_show_all_services',
      'Id=a\nMainPID=1\nMemoryCurrent=5\n',
      'Id=a\nMainPID=2\nMemoryCurrent=6\n',
    ],
  ])('%s: noise is left out', async (spec, before, after) => {
    expect(await changes(spec, before, after)).toEqual([]);
  });

  test.each([
    [
      'ls_lan',
      ls('/etc', '-rw-r--r-- 1 0 0 10 Nov 21 22:49 f'),
      ls('/etc', '-rw-r--r-- 1 0 0 11 Nov 21 22:49 f'),
    ],
    [
      'ls_lan',
      ls('/usr/bin', '-rwxr-xr-x 1 0 0 10 Nov 21 22:49 f'),
      ls('/usr/bin', '-rwsr-xr-x 1 0 0 10 Nov 21 22:49 f'),
    ],
    [
      'ls_la',
      ls('/var/log', '-rw-r--r-- 1 root adm 1 Nov 21 22:49 x'),
      ls('/var/log', '-rw-r--r-- 1 eve adm 1 Nov 21 22:49 x'),
    ],
    [
      'ls_la_filtered',
      ls('/tmp', 'drwxrwxrwt 1 root root 1 Nov 21 22:49 .'),
      ls('/tmp', 'drwxrwxrwx 1 root root 1 Nov 21 22:49 .'),
    ],
    ['df__al', '/dev/vda 100 50 50 50% /\n', '/dev/vda 200 50 150 25% /\n'],
    [
      'ss',
      'tcp LISTEN 0 128 *:22 *:* users:(("sshd",pid=1,fd=3))\n',
      'tcp LISTEN 0 128 *:23 *:* users:(("sshd",pid=1,fd=3))\n',
    ],
    [
      'netstat',
      'udp 0 0 0.0.0.0:53 0.0.0.0:* 0 77 1/named off\n',
      'udp 0 0 0.0.0.0:53 0.0.0.0:* 0 77 1/other off\n',
    ],
    ['iptables', ':INPUT ACCEPT [1:2]\n', ':INPUT DROP [1:2]\n'],
    ['lsmod', 'a 1 1 b\n', 'a 1 2 b,c\n'],
    ['systemctl_show_all_services', 'Id=a\nActiveState=active\n', 'Id=a\nActiveState=failed\n'],
  ])('%s: a real change is shown', async (spec, before, after) => {
    expect(await changes(spec, before, after)).not.toEqual([]);
  });
});

test('pairs the files of a process that was restarted, and of a file system that was mounted again', () => {
  const device = (id: string, value: string) => new Map([[`sys/class/bdi/${id}/read_ahead_kb`, value]]);
  expect(pairItems(device('0:72', 'a'), device('0:64', 'a'), false)).toHaveLength(1);
  const processes = (from: number) =>
    new Map(Array.from({ length: 20_000 }, (_, index) => [`proc/${from + index}/limits`, index]));
  expect(pairItems(processes(1), processes(1_000_000), false)).toHaveLength(20_000);
  expect(pairItems(device('253:0', 'a'), device('253:1', 'a'), false)).toHaveLength(2);
  const [from, to] = [new Map([['proc/1/limits', 'a']]), new Map([['proc/2/limits', 'b']])];
  expect(pairItems(from, to, false)).toEqual([{ path: 'proc/2/limits', before: 'a', after: 'b' }]);
  expect(pairItems(from, to, true)).toHaveLength(2);
  expect(pairItems(from, new Map([['proc/2/environ', 'b']]), false)).toHaveLength(2);
});

describe('archives of different hosts', () => {
  const files = { 'hosts etc/hosts': 'a\n' };

  test('are reported on standard error and in --json', () => {
    const [a, b] = [archiveOf(files, 'web1'), archiveOf(files, 'db1')];
    const { status, stdout, stderr } = diff(a, b);
    expect({ status, stdout }).toEqual({ status: 0, stdout: '0 of 1 specs differ\n' });
    expect(stderr).toBe(
      `hostspec: warning: the archives are of different hosts: the host names are web1 and db1
hostspec: warning: the archives are of different hosts: the machine ids are web1 and db1
`,
    );
    expect(json(a, b).differentHosts).toEqual([
      'the host names are web1 and db1',
      'the machine ids are web1 and db1',
    ]);
  });

  test('a name with and without its domain is one host', () => {
    expect(diff(archiveOf(files, 'web1'), archiveOf(files, 'web1.example')).stderr).not.toContain('names');
    expect(diff(archiveOf(files), archiveOf(files)).stderr).toBe('');
  });
});
