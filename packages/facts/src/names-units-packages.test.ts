import { packages, rowsOf, unitFileRows } from '@hostspec/parse';
import { type FakeCommand, fakeHost } from '@hostspec/testing';
import { describe, expect, it, vi } from 'vitest';
import { hostNames } from './host-names.js';
import { installedPackages, whyPackagesUnknown } from './installed-packages.js';
import { rpmQueryFormat } from './rpm-query-format.js';
import { unitFiles } from './unit-files.js';

describe('hostNames', () => {
  it('asks the three commands', async () => {
    const commands = {
      '/bin/hostname -f': 'web01.example.org\n',
      '/bin/hostname': 'web01\n',
      '/bin/hostname -s': 'web01\n',
    };
    expect(await hostNames(fakeHost({ commands }))).toEqual({
      full: 'web01.example.org',
      default: 'web01',
      short: 'web01',
    });
  });

  it('asks the kernel if the command is missing or fails', async () => {
    const host = fakeHost({
      commands: { '/bin/hostname -f': { rc: 1, output: 'hostname: Name or service not known\n' } },
      files: { '/proc/sys/kernel/hostname': 'web02\n', '/etc/hostname': '# x\nother\n' },
    });
    expect(await hostNames(host)).toEqual({ default: 'web02' });
    expect(await hostNames(fakeHost({ files: { '/etc/hostname': '# comment\nweb03\n' } }))).toEqual({
      default: 'web03',
    });
    expect(await hostNames(fakeHost({ commands: { '/bin/hostname': '\n../../etc\na b\n' } }))).toEqual({});
    expect(await hostNames(fakeHost({ commands: { '/bin/hostname': ' web04 \n' } }))).toEqual({
      default: 'web04',
    });
  });
});

describe('unitFiles', () => {
  it('reads units and states of both forms of the table', async () => {
    const output = `UNIT FILE                     STATE           PRESET
proc-sys-fs-binfmt_misc.automount static          -
pmproxy.service               enabled         disabled
getty@.service                enabled-runtime
dbus.service                  alias           -

471 unit files listed.
`;
    const units = await unitFiles(fakeHost({ commands: { '/bin/systemctl list-unit-files': output } }));
    expect([...units]).toEqual([
      ['proc-sys-fs-binfmt_misc.automount', 'static'],
      ['pmproxy.service', 'enabled'],
      ['getty@.service', 'enabled-runtime'],
      ['dbus.service', 'alias'],
    ]);
  });

  it('is empty without systemd', async () => {
    expect(await unitFiles(fakeHost())).toEqual(new Map());
    expect(
      rowsOf(unitFileRows, [
        'Failed to connect to bus: x.y',
        '! a.service enabled',
        '',
        'a',
        '3 unit files listed.',
      ]),
    ).toEqual([]);
  });
});

describe('installedPackages', () => {
  const row = (name: string, version: string, vendor = 'Red Hat, Inc.') =>
    `{"name":"${name}","epoch":"(none)","version":"${version}","release":"1.el9","arch":"x86_64","installtime":"Tue","buildtime":"1","vendor":"${vendor}","buildhost":"x","sigpgp":"y"}`;

  it('keeps all versions of a package, and packages with quotes in their vendor', async () => {
    const lines = [
      row('kernel', '5.14.0'),
      row('bash', '5.1.8', 'The "Best" Vendor'),
      row('kernel', '5.14.1'),
    ];
    const host = fakeHost({ commands: { [`/bin/rpm -qa --qf '${rpmQueryFormat}'`]: lines.join('\n') } });
    const installed = await installedPackages(host);
    expect(installed.get('kernel')?.map(({ version }) => version)).toEqual(['5.14.0', '5.14.1']);
    expect(installed.get('bash')).toEqual([{ version: '5.1.8', release: '1.el9' }]);
    expect(host.ran).toHaveLength(1);
  });

  it('says why there is no list', async () => {
    const command = `/bin/rpm -qa --qf '${rpmQueryFormat}'`;
    const of = (result: FakeCommand) => fakeHost({ commands: { [command]: result } });
    expect(await whyPackagesUnknown(of(row('a', '1')))).toBeUndefined();
    expect(await whyPackagesUnknown(of({ rc: 3 }))).toBe('rpm gives no list of packages: it exited with 3');
    expect(await whyPackagesUnknown(of({ problem: 'timed out', reason: 'it took too long' }))).toBe(
      'rpm gives no list of packages: it took too long',
    );
    expect(await installedPackages(of({ rc: 1, output: row('a', '1') }))).toEqual(new Map());
  });

  it('asks rpm to end by SIGTERM, so that it releases its locks', async () => {
    const host = fakeHost();
    const run = vi.fn(host.run);
    await installedPackages({ ...host, run });
    expect(run).toHaveBeenCalledWith(expect.stringContaining('/bin/rpm -qa'), { signal: 'SIGTERM' });
  });

  it('is empty without rpm and leaves out other lines', async () => {
    expect(await installedPackages(fakeHost())).toEqual(new Map());
    expect(
      rowsOf(packages, ['error: rpmdb open failed', '{"name":"', '{}', '', `warning: ${row('a', '1')}`]),
    ).toEqual([]);
  });
});
