import { rpmQueryFormat } from '@hostspec/facts';
import type { Condition } from '@hostspec/spec';
import { type FakeHostDescription, fakeContext, fakeHost } from '@hostspec/testing';
import { describe, expect, test } from 'vitest';
import { capsuleVersion, isSatellite, isSatellite611, satelliteVersion } from './conditions.js';

const versionFile = (text: string): FakeHostDescription => ({
  files: { '/usr/share/foreman/lib/satellite/version.rb': text },
});
const rpms = (...names: string[]): FakeHostDescription => ({
  commands: {
    [`/bin/rpm -qa --qf '${rpmQueryFormat}'`]: names
      .map((name) => {
        const [, base, version] = /^(.*?)-(\d.*)$/.exec(name) ?? [];
        return `{"name":"${base}","epoch":"(none)","version":"${version}","release":"1.el8sat","arch":"noarch"}\n`;
      })
      .join(''),
  },
});
const ask = async (condition: Condition, description: FakeHostDescription) =>
  condition.definition.evaluate(fakeContext(fakeHost(description)));
const holdsOn = async (condition: Condition, description: FakeHostDescription) =>
  (await ask(condition, description)).holds;

const rubyFile = (version: string) => `require 'x'\n\nmodule Satellite\n  VERSION = "${version}"\nend\n`;

describe('IsSatellite', () => {
  test.each<[string, FakeHostDescription, string]>([
    [
      'version file',
      versionFile(rubyFile('6.11.1')),
      'Satellite 6.11.1, from /usr/share/foreman/lib/satellite/version.rb',
    ],
    ['version file in single quotes', versionFile("VERSION='6.16.0'"), 'Satellite 6.16.0'],
    ['beta', versionFile(rubyFile('6.1.0.beta')), 'Satellite 6.1.0.beta'],
    ['package', rpms('satellite-6.15.2', 'bash-5.1'), 'Satellite 6.15.2, from the package satellite'],
    ['several versions of the package', rpms('satellite-6.9.2', 'satellite-6.10.1'), 'Satellite 6.10.1'],
    ['several versions, the newest first', rpms('satellite-6.10.1', 'satellite-6.9.2'), 'Satellite 6.10.1'],
    [
      '6.1 by its parts',
      rpms('foreman-1.7.2.61', 'candlepin-0.9.49.16', 'katello-2.2.0.19'),
      'Satellite 6.1, from the packages',
    ],
    [
      '6.0 by its parts',
      rpms('foreman-1.6.0.53', 'candlepin-0.9.23', 'katello-1.5.0'),
      'Satellite 6.0, from the packages',
    ],
    ['5.x', rpms('satellite-schema-5.6.0.10'), 'Satellite 5.6.0.10, from the package satellite-schema'],
    [
      '5.x, older',
      rpms('rhn-satellite-schema-5.3.0'),
      'Satellite 5.3.0, from the package rhn-satellite-schema',
    ],
  ])('holds: %s', async (_what, description, reason) => {
    expect(await ask(isSatellite, description)).toEqual({
      holds: true,
      reason: expect.stringContaining(reason),
    });
    expect(await holdsOn(satelliteVersion, description)).toBe(true);
    expect(await holdsOn(capsuleVersion, description)).toBe(false);
  });

  test.each<[string, FakeHostDescription]>([
    ['a host without packages', rpms()],
    ['a host without Satellite', rpms('bash-5.1')],
    ['upstream Foreman and Katello', rpms('foreman-3.5.1', 'candlepin-4.2.13', 'katello-4.7.0')],
    ['foreman of 6.1 without katello', rpms('foreman-1.7.2.61', 'candlepin-0.9.49.16')],
    ['foreman of another version', rpms('foreman-1.8.0.1', 'candlepin-0.9.49.16', 'katello-2.2.0.19')],
    ['candlepin of another version', rpms('foreman-1.7.2.61', 'candlepin-0.9.23', 'katello-2.2.0.19')],
    ['katello of another version', rpms('foreman-1.7.2.61', 'candlepin-0.9.49.16', 'katello-2.3.0')],
    ['katello older than 6.0', rpms('foreman-1.6.0.53', 'candlepin-0.9.23', 'katello-1.4.0')],
    ['a version file of garbage', { ...versionFile('\u0000\u0001 VERSION = nil\n[[['), ...rpms() }],
    ['an empty version file', { ...versionFile(''), ...rpms() }],
    ['the branding of Satellite only', rpms('satellite-branding-5.5.0.22', 'satellite-clone-3.1')],
  ])('does not hold: %s', async (_what, description) => {
    expect(await ask(isSatellite, description)).toEqual({
      holds: false,
      reason: 'no Satellite: neither its version file nor one of its packages is there',
    });
  });

  test('does not hold if rpm cannot be queried, and says so', async () => {
    const failed = { commands: { [Object.keys(rpms().commands ?? {})[0] ?? '']: { rc: 1 } } };
    const unknown = (why: string) => `rpm gives no list of packages: ${why}`;
    for (const [description, why] of [
      [{}, 'command not found: /bin/rpm'],
      [failed, 'it exited with 1'],
    ] as const) {
      expect(await ask(isSatellite, description)).toEqual({
        holds: false,
        reason: `no Satellite found: its version file is not there, and ${unknown(why)}`,
      });
      expect((await ask(capsuleVersion, description)).reason).toBe(`no Capsule found: ${unknown(why)}`);
    }
  });

  test('the version file counts before the packages', async () => {
    const { reason } = await ask(isSatellite, {
      ...versionFile(rubyFile('6.14.0')),
      ...rpms('satellite-6.13.0'),
    });
    expect(reason).toContain('6.14.0');
  });
});

describe('IsSatellite611', () => {
  test.each([
    ['6.11', true],
    ['6.11.5', true],
    ['6.1', false],
    ['6.110', false],
    ['6.12.0', false],
    ['16.11', false],
  ])('on %s: %s', async (version, holds) => {
    expect(await holdsOn(isSatellite611, versionFile(rubyFile(version)))).toBe(holds);
  });

  test('not on other hosts', async () => {
    expect(await holdsOn(isSatellite611, {})).toBe(false);
  });
});

describe('CapsuleVersion', () => {
  test('holds on a Capsule', async () => {
    const capsule = rpms('satellite-capsule-6.15.2', 'foreman-proxy-3.9');
    expect(await ask(capsuleVersion, capsule)).toEqual({
      holds: true,
      reason: 'Capsule 6.15.2, from the package satellite-capsule',
    });
    expect(await holdsOn(satelliteVersion, capsule)).toBe(false);
  });

  test('does not hold without the package', async () => {
    expect(await ask(capsuleVersion, rpms('bash-5.1'))).toEqual({
      holds: false,
      reason: 'no Capsule: the package satellite-capsule is not installed',
    });
  });

  test('does not hold on a Satellite, which has the package too', async () => {
    expect(await ask(capsuleVersion, rpms('satellite-capsule-6.15.2', 'satellite-6.15.2'))).toEqual({
      holds: false,
      reason: 'no Capsule: Satellite 6.15.2, from the package satellite',
    });
  });
});
