import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { specsWithin, splitWords } from '@hostspec/spec';
import { fakeContext, fakeHost, needs } from '@hostspec/testing';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../../../tools/test/folder.js';
import { heldPackages, manualPackages, noCache } from './commands.js';
import { dpkgAnswers, networkdRuns } from './conditions.js';
import { aptCacheOption } from './providers.js';
import { debian } from './specs.js';

const { dpkg_packages } = debian.specs;
/** Whether a condition holds on a host with these commands. */
const holds = async (condition: typeof dpkgAnswers | typeof networkdRuns, commands: object) => {
  const host = fakeHost({ commands: commands as Readonly<Record<string, string>> });
  return (await condition.definition.evaluate(fakeContext(host))).holds;
};

test('dpkg answers if the command of dpkg_packages lists packages', async () => {
  expect(await holds(dpkgAnswers, { [dpkg_packages.command]: 'ii \tapt\tamd64\t2.6.1\n' })).toBe(true);
  expect(await holds(dpkgAnswers, { [dpkg_packages.command]: '' })).toBe(false);
  expect(await holds(dpkgAnswers, {})).toBe(false);
});

test('netplan status runs only where systemd-networkd is active', async () => {
  const command = '/usr/bin/systemctl is-active systemd-networkd.service';
  expect(await holds(networkdRuns, { [command]: 'active\n' })).toBe(true);
  expect(await holds(networkdRuns, { [command]: { output: 'inactive\n', rc: 3 } })).toBe(false);
  expect(await holds(networkdRuns, { [command]: { output: 'failed\n', rc: 0 } })).toBe(false);
  expect(await holds(networkdRuns, {})).toBe(false);
  expect(debian.specs.netplan_status.when).toEqual(networkdRuns());
});

test('no spec reads what may hold credentials of package sources, snaps or debconf', () => {
  const text = JSON.stringify(Object.values(debian.specs).filter(({ type }) => type !== 'listdir'));
  for (const never of ['auth.conf', 'state.json', 'passwords.dat', 'autoinstall'])
    expect(text).not.toContain(never);
});

test('apt writes no caches and takes no lock', () => {
  const commands = Object.values(debian.specs).flatMap((spec) =>
    specsWithin(spec).flatMap((each) => ('command' in each ? [each.command ?? ''] : [])),
  );
  const apt = commands.filter((command) => /^\/usr\/bin\/apt(-cache|-get|-mark)? /.test(command));
  expect(apt.length).toBeGreaterThan(2);
  for (const command of apt) {
    expect(command).toMatch(/ -o Dir::Cache::srcpkgcache= -o (%s|Dir::Cache::pkgcache=) /);
    if (command.includes('apt-get')) expect(command).toMatch(/ -s -o Debug::NoLocking=1 /);
  }
});

describe('apt reads', () => {
  const at = (modified: number) => ({ content: 'x', modified });
  const host = {
    '/var/cache/apt/pkgcache.bin': at(5000),
    '/var/lib/apt/lists': { kind: 'directory', modified: 4000 },
    '/var/lib/dpkg/status': at(4000),
    '/etc/apt/sources.list.d/a.sources': at(3000),
    '/etc/apt/trusted.gpg': at(1000),
  } as const;
  const optionsOn = (files: object) =>
    aptCacheOption.definition.evaluate(fakeContext(fakeHost({ files: { ...host, ...files } })));

  test('its cache if that is newer than all that it is made of', async () => {
    expect(await optionsOn({})).toEqual('pkgCacheFile::Generate=false');
  });

  test.each([
    ['/var/cache/apt/pkgcache.bin', { kind: 'other' }],
    ['/var/lib/apt/lists', { kind: 'directory', modified: 5000 }],
    ['/var/lib/dpkg/status', at(6000)],
    ['/var/lib/apt/extended_states', at(6000)],
    ['/etc/apt/sources.list.d/a.sources', at(6000)],
    ['/etc/apt/preferences.d', { kind: 'directory', modified: 6000 }],
    ['/etc/apt/apt.conf', at(6000)],
  ])('the lists of packages if not, as with another %s', async (path, file) => {
    expect(await optionsOn({ [path]: file })).toEqual(noCache);
  });
});

needs('/usr/bin/awk')('packages that are manual or on hold are found as apt-mark finds them', () => {
  const directory = temporaryDirectory();
  const stanza = (name: string, status: string) =>
    `Package: ${name}\nStatus: ${status}\nArchitecture: amd64\n\n`;
  const status = join(directory, 'status');
  const states = join(directory, 'extended_states');
  writeFileSync(
    status,
    [
      stanza('asked', 'install ok installed'),
      stanza('dependency', 'install ok installed'),
      stanza('held', 'hold ok installed'),
      stanza('gone', 'deinstall ok config-files'),
      stanza('half', 'install ok half-configured'),
      stanza('was-automatic', 'install ok installed'),
    ].join(''),
  );
  const run = (command: string) => {
    const [program = '', ...args] = splitWords(
      command.replace('/var/lib/dpkg/status', status).replace('/var/lib/apt/extended_states', states),
    );
    return execFileSync(program, args, { encoding: 'utf8' }).trim().split('\n');
  };
  expect(run(heldPackages)).toEqual(['held']);
  expect(run(manualPackages)).toEqual(['asked', 'dependency', 'held', 'half', 'was-automatic']);
  const state = (name: string, auto: number) =>
    `Package: ${name}\nArchitecture: amd64\nAuto-Installed: ${auto}\n\n`;
  writeFileSync(states, `${state('dependency', 1)}${state('gone', 1)}${state('was-automatic', 0)}`);
  expect(run(manualPackages)).toEqual(['asked', 'held', 'half', 'was-automatic']);
});
