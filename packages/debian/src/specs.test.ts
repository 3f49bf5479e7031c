import { fakeContext, fakeHost } from '@hostspec/testing';
import { expect, test } from 'vitest';
import { dpkgAnswers, networkdRuns } from './conditions.js';
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

test('apt writes neither its caches nor the log of its planner, and takes no lock', () => {
  const commands = Object.values(debian.specs).flatMap((spec) => ('command' in spec ? [spec.command] : []));
  const apt = commands.filter((command) => /^\/usr\/bin\/apt-(cache|get|mark) /.test(command));
  expect(apt.length).toBeGreaterThan(0);
  for (const command of apt) {
    expect(command).toMatch(/ -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= /);
    if (command.includes('apt-get')) expect(command).toMatch(/ -s -o Debug::NoLocking=1 /);
    if (command.endsWith('upgrade')) expect(command).toMatch(/ -o Dir::Log::Planner= -o Dir::Log::Solver= /);
  }
});
