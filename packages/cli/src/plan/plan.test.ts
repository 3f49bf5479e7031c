import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { specCount } from '../testing/catalog-size.js';
import { type CliResult, fakeRoot, hostspec, withoutNetwork } from '../testing/cli.js';
import { runInProcess } from '../testing/in-process.js';
import { type Estimate, estimateOf } from './print-plan.js';

/** The plan of a root that is not the running machine, which no network can change. */
const planOf = async (...args: string[]) => parsed(await runInProcess(['plan', '--json', ...args]));

const parsed = ({ status, stdout, stderr }: CliResult) => {
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const plan = JSON.parse(stdout);
  const named = (name: string) => plan.described.find((spec: { name: string }) => spec.name === name);
  return { plan, named };
};

test('shows what would be read below a root, and why the rest is not collected', async () => {
  const root = fakeRoot({ 'etc/sysconfig/network-scripts/ifcfg-eth0': 'DEVICE=eth0\n' });
  const { plan, named } = await planOf('--root', root, '--domain', 'kernel,networking');
  expect(plan).toMatchObject({
    hostname: 'web1.example',
    root,
    variant: 'linux',
    domains: [{ name: 'kernel' }, { name: 'networking' }],
  });
  expect(named('cmdline')).toEqual({
    name: 'cmdline',
    domain: 'kernel',
    type: 'simple_file',
    sources: [{ source: { kind: 'file', path: '/proc/cmdline' } }],
  });
  expect(named('ifcfg').sources).toEqual([
    { source: { kind: 'file', path: '/etc/sysconfig/network-scripts/ifcfg-eth0' }, bytes: 12 },
  ]);
  expect(named('firewalld_conf').sources[0].gap).toEqual({
    status: 'absent',
    reason: '/etc/firewalld/firewalld.conf: no such file or directory',
  });
  expect(named('lsmod').sources[0]).toMatchObject({
    source: { kind: 'command', argv: ['/sbin/lsmod'] },
    gap: { status: 'absent', reason: 'commands are not run on a root that is not the running machine' },
  });
  expect(named('bond').gap).toEqual({ status: 'absent', reason: 'no file matches /proc/net/bonding/*' });
});

test('gives the same reason as collect for files that must not be read', async () => {
  const root = fakeRoot();
  symlinkSync('nscd.conf', join(root, 'etc/nscd.conf'));
  const gapOf = async (name: string) =>
    (await planOf('--root', root, '--only', name)).named(name).sources[0].gap;
  expect(await gapOf('nscd_conf')).toEqual({
    status: 'denied',
    reason: '/etc/nscd.conf: too many symbolic links',
  });
  mkdirSync(join(root, 'etc/chrony.conf'));
  expect(await gapOf('chrony_conf')).toEqual({
    status: 'denied',
    reason: '/etc/chrony.conf: is a directory, not a regular file',
  });
});

test('prints the plan as text', async () => {
  const only = ['--only', 'hosts,cmdline,lsmod'];
  const { status, stdout } = await runInProcess(['plan', '--in-process', '--root', fakeRoot(), ...only]);
  expect(status).toBe(0);
  const [, text = '', estimate] = /^([\s\S]*\n)(about .*\n)$/.exec(stdout) ?? [];
  expect(estimate).toMatch(/^about \d+ B of content, less than 1 s; largest: cmdline \d+ B, hosts 20 B\n$/);
  expect(text).toBe(
    `no runner: --in-process is set; files and commands are accessed in this process

would be collected
  cmdline  /proc/cmdline
  hosts    /etc/hosts

would not be collected
  lsmod    absent  commands are not run on a root that is not the running machine

2 of ${specCount} specs would be collected, from 2 files or commands; ${specCount - 3} deselected
`.replace('files or commands', 'files and commands'),
  );
});

test('shows the arguments of commands on this machine without running them', () => {
  const args = ['plan', '--json', '--only', 'cmdline,date,uptime,corosync_cmapctl,dig_*', '--offline'];
  const { named } = parsed(hostspec(args, { before: withoutNetwork }));
  expect(named('cmdline').sources).toEqual([{ source: { kind: 'file', path: '/proc/cmdline' } }]);
  expect(named('date').sources).toEqual([{ source: { kind: 'command', argv: ['/bin/date'] } }]);
  expect(named('dig_dnssec').gap).toEqual({
    status: 'skipped',
    reason: 'needs the network, and --offline is set',
  });
  expect(named('hosts').gap).toEqual({ status: 'skipped', reason: 'deselected by --only' });
});

test('shows the effects of a spec before it runs', () => {
  const cwd = temporaryDirectory();
  const spec = (command: string, effects: object) => ({ type: 'simple_command', doc: 'x', command, effects });
  const changesState = { what: 'the clock', arguments: ['-s'] };
  const add = {
    all: spec('/bin/date -s now', { network: true, changesState, loadsModules: true }),
    none: spec('/bin/date', { changesState }),
    root: spec('/bin/date -u', { needsRoot: true }),
  };
  writeFileSync(join(cwd, 'c.json'), JSON.stringify({ name: 'site', version: '1.0.0', add }));
  const args = ['plan', '--catalog', 'c.json', '--allow-state-changes'];
  const { stdout } = hostspec(args, { cwd });
  const lines = stdout.split('\n');
  expect(lines).toContain(
    '  all   /bin/date -s now  (needs the network, changes the host, may load kernel modules)',
  );
  expect(lines).toContain('  none  /bin/date');
  expect(lines).toContain(`  root  /bin/date -u${process.getuid?.() === 0 ? '' : '  (needs root)'}`);
  expect(JSON.parse(hostspec([...args, '--json'], { cwd }).stdout).described[2]).toMatchObject({
    name: 'root',
    effects: { needsRoot: true },
  });
});

test('names the condition that does not hold', async () => {
  const { named } = await planOf('--root', fakeRoot(), '--domain', 'cloud-metadata');
  expect(named('aws_instance_id_doc').gap).toMatchObject({ status: 'skipped' });
  expect(named('aws_instance_id_doc').gap.reason).toMatch(/^not on AWS: /);
});

test('does not call a package missing if rpm was not run', async () => {
  const { named } = await planOf('--root', fakeRoot(), '--only', 'satellite_settings');
  expect(named('satellite_settings').gap.reason).toBe(
    'no Satellite found: its version file is not there, and rpm gives no list of packages: commands are not run on a root that is not the running machine',
  );
});

test('lists the first existing file of a list first and the others as alternatives', async () => {
  const files = {
    'etc/ceph/ceph.conf': 'x\n',
    'var/lib/config-data/puppet-generated/ceph/etc/ceph/ceph.conf': 'y\n',
  };
  const args = ['plan', '--root', fakeRoot(files), '--only', 'ceph_conf', '--domain', 'cluster'];
  const { named } = await planOf(...args.slice(1));
  expect(named('ceph_conf').first).toBe(true);
  expect((await runInProcess(args)).stdout).toMatch(/^ {2}ceph_conf {2}\S+\n {13}or \S+$/m);
});

describe('its text', () => {
  const source = { kind: 'file', path: '/a' } as const;
  const spec = (name: string, sources: readonly object[], more: object = {}) =>
    ({ name, domain: 'd', type: 'glob_file', sources, ...more }) as never;
  const file = (bytes?: number) => ({ source, ...(bytes === undefined ? {} : { bytes }) });
  const gap = { status: 'absent', reason: 'x' } as const;

  describe('an estimate', () => {
    test('adds the sizes of files, and what other sources gave before', () => {
      const figures = { made: [900, 1.5], files: [5, 0.25], gone: [7, 7] } as const;
      const all = [
        spec('files', [file(10), file(20), { ...file(40), gap }]),
        spec('made', [file()]),
        spec('gone', [{ ...file(), gap }]),
        spec('first', [file(100), file(200)], { first: true }),
        spec('new', [file(), file()]),
      ];
      expect(estimateOf(all, figures)).toEqual({
        bytes: 30 + 900 + 100 + 1000,
        seconds: 1.77,
        largest: [
          { name: 'new', bytes: 1000 },
          { name: 'made', bytes: 900 },
          { name: 'first', bytes: 100 },
        ],
      });
    });

    test('of a log with a window is what an earlier run on the host took of it, if the log has that much', () => {
      const log = spec('log', [{ ...file(1000), windowed: true }]);
      const bytesFrom = (before: number, ofThisHost: boolean) =>
        estimateOf([log], { log: [before, 1] }, ofThisHost).bytes;
      expect([bytesFrom(300, true), bytesFrom(3000, true), bytesFrom(300, false)]).toEqual([300, 1000, 1000]);
      expect(estimateOf([log], {}, true).bytes).toBe(1000);
      expect(estimateOf([spec('log', [file(1000)])], { log: [300, 1] }, true).bytes).toBe(1000);
    });

    test('of nothing is nothing', () => {
      expect(estimateOf([], {})).toEqual({ bytes: 0, seconds: 0, largest: [] });
    });
  });

  const files = { 'etc/hosts': 'x'.repeat(700), 'var/log/syslog': 'y\n'.repeat(4000) };

  test('the plan of a root has the size of its files', async () => {
    const args = ['plan', '--root', fakeRoot(files), '--only', 'hosts,syslog'];
    const { stdout } = await runInProcess([...args, '--json']);
    const { estimate } = JSON.parse(stdout) as { estimate: Estimate };
    expect(estimate.largest).toEqual([
      { name: 'syslog', bytes: 8000 },
      { name: 'hosts', bytes: 700 },
    ]);
    const text = await runInProcess(args);
    expect(text.stdout).toMatch(
      /\nabout 8\.5 KiB of content, less than 1 s; largest: syslog 7\.8 KiB, hosts 700 B\n$/,
    );
  });

  test('--estimate-from takes what an earlier run gave', async () => {
    const root = ['--root', fakeRoot({ 'proc/cmdline': 'quiet\n' }), '--only', 'cmdline'];
    const archive = join(temporaryDirectory(), 'a.tar.gz');
    expect(await runInProcess(['collect', ...root, '--output', archive])).toMatchObject({ status: 0 });
    const { stdout } = await runInProcess(['plan', ...root, '--estimate-from', archive]);
    expect(stdout).toContain('about 6 B of content');
    const { stdout: without } = await runInProcess(['plan', ...root]);
    expect(without).not.toContain('about 6 B of content');
  });

  test('--estimate-from needs an archive that hostspec made', async () => {
    const { status, stderr } = await runInProcess(['plan', '--estimate-from', fakeRoot()]);
    expect({ status, lines: stderr.trim().split('\n').length }).toEqual({ status: 2, lines: 1 });
    expect(stderr).toContain('--estimate-from');
  });
});
