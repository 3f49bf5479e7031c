import { appendFileSync, cpSync } from 'node:fs';
import { join } from 'node:path';
import { noMasksCompared } from '@hostspec/report';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { directoryWithKey, fakeRoot } from '../testing/cli.js';
import { ok, runInProcess } from '../testing/in-process.js';
import { archiveOf } from '../testing/made-archive.js';

const diff = (before: string, after: string, ...options: string[]) =>
  runInProcess(['diff', before, after, ...options]);

const json = async (before: string, after: string, ...options: string[]) =>
  JSON.parse((await diff(before, after, '--json', ...options)).stdout);

describe('what changes by itself', () => {
  const before = { 'uptime insights_commands/uptime': 'up 1 min\n', 'hosts etc/hosts': 'a\n' };
  const after = { 'uptime insights_commands/uptime': 'up 2 min\n', 'hosts etc/hosts': 'b\n' };

  test('is left out and counted', async () => {
    expect(await diff(archiveOf(before), archiveOf(after))).toEqual({
      status: 0,
      stderr: '',
      stdout: `hosts
  ~ etc/hosts (2 B)
    @@ -1,1 +1,1 @@
    -a
    +b

1 of 2 specs differs
left out, because they change by themselves: 1 more spec; --all shows them
`,
    });
  });

  test('is shown with --all', async () => {
    const { stdout } = await diff(archiveOf(before), archiveOf(after), '--all', '--brief');
    expect(stdout).toBe(
      'uptime\n  ~ insights_commands/uptime (9 B)\nhosts\n  ~ etc/hosts (2 B)\n\n2 of 2 specs differ\n',
    );
  });

  test('is left out and named in --json, and shown with --all', async () => {
    const hosts = { name: 'hosts', items: [{ text: '@@ -1,1 +1,1 @@\n-a\n+b' }] };
    const found = await json(archiveOf(before), archiveOf(after));
    expect(found.specs).toMatchObject([hosts]);
    expect(found.leftOut).toEqual({ specs: ['uptime'], lines: 0 });
    const all = await json(archiveOf(before), archiveOf(after), '--all');
    expect(all.specs).toMatchObject([
      { name: 'uptime', items: [{ text: '@@ -1,1 +1,1 @@\n-up 1 min\n+up 2 min' }] },
      hosts,
    ]);
    expect(all.leftOut).toEqual({ specs: [], lines: 0 });
  });

  test('is a change if the outcome changes', async () => {
    const root = fakeRoot({ 'proc/meminfo': 'MemTotal: 1 kB\n' });
    const collected = async (from: string): Promise<string> => {
      const output = join(temporaryDirectory(), 'x.tar.gz');
      await ok('collect', '--root', from, '--domain', 'kernel', '--output', output);
      return output;
    };
    expect((await diff(await collected(fakeRoot()), await collected(root))).stdout).toContain(
      'meminfo: absent -> collected\n  + proc/meminfo (15 B)\n',
    );
  });

  test('is left out line by line, and the other lines are shown as they are', async () => {
    const path = 'sysctl insights_commands/sysctl_-a';
    const [a, b] = ['1', '2'].map((swappiness) =>
      archiveOf({
        [path]: `fs.file-nr = ${swappiness}000\t0\t9\nkernel.x = 1\nvm.swappiness = ${swappiness}\nkernel.random.uuid = ${swappiness}\n`,
      }),
    ) as [string, string];
    const { stdout } = await diff(a, b);
    expect(stdout).toContain('-vm.swappiness = 1\n    +vm.swappiness = 2\n');
    expect(stdout).not.toMatch(/^ {4}[-+](?:fs|kernel)/m);
    expect(stdout).toContain('change by themselves: 2 lines of the specs above; --all shows them');
    const { specs, leftOut } = await json(a, b);
    expect(leftOut).toEqual({ specs: [], lines: 2 });
    expect(specs[0].items[0].noiseLines).toBe(2);
    expect(specs[0].items[0].text).not.toMatch(/^[-+]fs/m);
    const all = await json(a, b, '--all');
    expect(all.leftOut).toEqual({ specs: [], lines: 0 });
    expect(all.specs[0].items[0].text).toContain('+fs.file-nr = 2000');
  });
});

test('a spec that only one of the runs was asked for is only in that archive', async () => {
  const files = { 'hosts etc/hosts': 'a\n' };
  const part = archiveOf(files, {
    without: { uptime: ['skipped', 'deselected by --profile'], lsof: ['skipped', 'on request: name it'] },
  });
  const whole = archiveOf({ ...files, 'uptime insights_commands/uptime': 'up\n' });
  expect((await diff(part, whole)).stdout).toBe(
    'No spec differs (1 compared)\n1 spec only in the second archive\n',
  );
});

describe('archives of different hosts', () => {
  const files = { 'hosts etc/hosts': 'a\n' };

  test('are reported on standard error and in --json', async () => {
    const [a, b] = [archiveOf(files, { hostname: 'web1' }), archiveOf(files, { hostname: 'db1' })];
    const { status, stdout, stderr } = await diff(a, b);
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'No spec differs (1 compared)\n' });
    expect(stderr).toBe(
      `hostspec: warning: the archives are of different hosts: the host names are web1 and db1
hostspec: warning: the archives are of different hosts: the machine ids are web1 and db1
`,
    );
    expect((await json(a, b)).differentHosts).toEqual([
      'the host names are web1 and db1',
      'the machine ids are web1 and db1',
    ]);
  });

  test('a name with and without its domain is one host', async () => {
    const [short, long] = ['web1', 'web1.example'].map((hostname) => archiveOf(files, { hostname }));
    expect((await diff(short ?? '', long ?? '')).stderr).not.toContain('names');
    expect((await diff(archiveOf(files), archiveOf(files))).stderr).toBe('');
  });
});

test('new problems come first, then those that are gone; one that moved a little is neither', async () => {
  const df = (root: number, srv: number) =>
    `Filesystem 1024-blocks Used Available Capacity Mounted on\n/dev/sda1 100 9 91 ${root}% /\n/dev/sda2 100 9 91 ${srv}% /srv\n/dev/sda3 100 9 91 ${root + 1}% /opt\n`;
  const [full, other] = [df(20, 97), df(95, 30)].map((text, at) =>
    archiveOf({
      'df__alP insights_commands/df': `${text}/dev/sda4 100 9 91 9${6 + at}% /var\n`,
    }),
  );
  const { stdout } = await diff(full ?? '', other ?? '', '--brief');
  expect(stdout).toMatch(
    /^New problems\n {2}error {4}\/ is 95 % full\n {2}error {4}\/opt is 96 % full\n\nResolved problems\n {2}error {4}\/srv is 97 % full\n\n/,
  );
  const loads = ['4.24, 4.10, 5.26', '16.40, 4.53, 3.10', '15.00, 4.53, 3.10'].map((load) =>
    archiveOf({
      'uptime insights_commands/uptime': ` 10:00:00 up 1 min,  0 users,  load average: ${load}\n`,
      'lscpu insights_commands/lscpu': 'CPU(s): 2\n',
    }),
  );
  for (const load of loads.slice(1))
    expect((await diff(loads[0] ?? '', load, '--brief')).stdout).not.toContain('problems');
  const { problems } = await json(full ?? '', other ?? '');
  expect(problems.added).toMatchObject([{ id: 'storage/file_system_full', hits: [{}, {}] }]);
});

describe('masks', () => {
  const collected = async (secret: string, ...options: readonly string[]): Promise<string> => {
    const root = fakeRoot({ 'etc/sysctl.conf': `a = 1\npassword = ${secret}\n` });
    const output = join(temporaryDirectory(), 'x');
    await ok('collect', '--root', root, '--only', 'sysctl_conf', '--output', output, ...options);
    return output;
  };
  const differences = async (before: string, after: string): Promise<string> =>
    (await diff(before, after)).stdout;

  test('of runs without a common key are not compared, and diff says so', async () => {
    const key = join(directoryWithKey(), 'k');
    const before = await collected('kaleidoscope7');
    for (const options of [[], ['--key', key]])
      expect(await differences(before, await collected('kaleidoscope7', ...options))).toMatch(
        new RegExp(
          `^No spec differs \\(\\d+ compared\\)\nleft out, .*: 1 more spec; .*\n${noMasksCompared}\n$`,
        ),
      );
  });

  test('that are equal are not said to be left out: of an archive and itself, or a copy with another line', async () => {
    const one = await collected('kaleidoscope7');
    expect(await differences(one, one)).toMatch(/^No spec differs \(\d+ compared\)\n$/);
    expect((await diff(one, await collected('kaleidoscope7'), '--all')).stdout).not.toContain(
      noMasksCompared,
    );
    const [before, after] = [await collected('kaleidoscope7', '--format', 'directory'), temporaryDirectory()];
    cpSync(before, after, { recursive: true });
    appendFileSync(join(after, 'data/etc/sysctl.conf'), 'b = 2\n');
    expect(await differences(before, after)).toContain('+b = 2');
    expect(await differences(before, after)).not.toContain(noMasksCompared);
  });

  test('of names that were mapped are no secrets', async () => {
    const mapped = async (): Promise<string> => {
      const output = join(temporaryDirectory(), 'x.tar.gz');
      const root = fakeRoot({ 'etc/sysctl.conf': 'mail = eve@site.example\n' });
      const mapping = ['--map', 'mail', '--key', join(directoryWithKey(), 'k')];
      await ok('collect', '--root', root, '--only', 'sysctl_conf', ...mapping, '--output', output);
      return output;
    };
    const before = await mapped();
    expect(await ok('read', before, 'sysctl_conf')).not.toContain('eve@');
    expect(await differences(before, await mapped())).not.toContain(noMasksCompared);
  });

  test('of runs with one key show whether a secret changed', async () => {
    const key = join(directoryWithKey(), 'k');
    const withKey = (secret: string) => collected(secret, '--key', key);
    const one = await withKey('kaleidoscope7');
    expect(await differences(one, await withKey('kaleidoscope7'))).toMatch(
      /^No spec differs \(\d+ compared\)\n$/,
    );
    expect(await differences(one, await withKey('marzipan84'))).toMatch(
      /^\s+-password = __secret_.*\n\s+\+password = __secret_/m,
    );
  });
});
