import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { specCount } from '../testing/catalog-size.js';
import { type CliResult, fakeRoot, hostspec, withoutNetwork } from '../testing/cli.js';
import { runInProcess } from '../testing/in-process.js';

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
  expect(named('aws_instance_id_doc').gap.reason).toMatch(/^IsAWS: /);
});

test('does not call a package missing if rpm was not run', async () => {
  const { named } = await planOf('--root', fakeRoot(), '--only', 'satellite_settings');
  expect(named('satellite_settings').gap.reason).toBe(
    'IsSatellite: no Satellite found: its version file is not there, and rpm gives no list of packages: commands are not run on a root that is not the running machine',
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
