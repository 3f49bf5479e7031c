import { packages, rowsOf, unitFileRows } from '@hostspec/parse';
import { type FakeCommand, fakeContext, fakeHost } from '@hostspec/testing';
import { describe, expect, it, test, vi } from 'vitest';
import { hostNames } from './host-names.js';
import { installedPackages, rpmQueryFormat, whyPackagesUnknown } from './installed-packages.js';
import { failedUnits, unitFiles } from './units.js';

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

it('prints one JSON object for each package', () => {
  // rpm takes braces for its own and writes escaped ones as they are.
  const line = rpmQueryFormat.replace(/\\([{}])/g, '$1').replace(/\\n$/, '\n');
  expect(line).toMatch(/^\{.*\}\n$/);
  const fields = JSON.parse(line);
  expect(Object.keys(fields)).toContain('name');
  for (const [key, tag] of Object.entries(fields))
    expect(tag).toMatch(new RegExp(`^%\\{${key}(:\\w+)?\\}$`, 'i'));
});

const command = '/usr/bin/systemctl --no-pager --failed';
const unitsOf = (output: string, rc = 0) =>
  failedUnits.definition.evaluate(fakeContext(fakeHost({ commands: { [command]: { output, rc } } })));

test('units that failed, with the marks of different versions and locales', async () => {
  const output = `  UNIT                     LOAD      ACTIVE SUB    DESCRIPTION
● nginx.service            loaded    failed failed A web server
* mnt-data.mount           loaded    failed failed /mnt/data
  dev-disk-by\\x2dlabel-a.swap not-found failed failed a.swap
user@1000.service          loaded    failed failed User Manager for UID 1000

LOAD   = Reflects whether the unit definition was properly loaded.
4 loaded units listed.
`;
  expect(await unitsOf(output)).toEqual([
    'nginx.service',
    'mnt-data.mount',
    'dev-disk-by\\x2dlabel-a.swap',
    'user@1000.service',
  ]);
});

test('a name that no unit can have, or that would be an option, is left out', async () => {
  const output =
    '* -x.service loaded failed failed x\n* ../../a.service loaded failed failed x\n* $(id).service loaded failed failed x\n* a.service loaded failed failed x\n';
  expect(await unitsOf(output)).toEqual(['a.service']);
});

test('at most fifty, and how many there are', async () => {
  const output = Array.from({ length: 60 }, (_, index) => `* u${index}.service loaded failed failed x\n`);
  expect(await unitsOf(output.join(''))).toEqual({
    elements: Array.from({ length: 50 }, (_, index) => `u${index}.service`),
    leftOut: 'the first 50 of 60 units that failed',
  });
});

test('no unit has failed', async () => {
  expect(await unitsOf('0 loaded units listed.\n')).toEqual({ nothing: 'no unit has failed' });
});

test('a host on which systemctl does not answer', async () => {
  const output = 'System has not been booted with systemd as init system (PID 1).\n';
  expect(await unitsOf(output, 1)).toEqual({
    nothing: 'systemctl lists no units here, so it is not known whether one has failed',
  });
});
