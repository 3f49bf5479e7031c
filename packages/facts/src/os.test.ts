import { osReleaseOf } from '@hostspec/parse';
import { type FakeHostDescription, fakeContext, fakeHost } from '@hostspec/testing';
import { describe, expect, it } from 'vitest';
import { coreEgg, coreRpm, isGtOrRhel84, isGtRhel9, selinuxDisabled, selinuxEnabled } from './conditions.js';
import { osRelease, rhelVersion } from './os-release.js';
import { selinux } from './selinux.js';

describe('osRelease', () => {
  it('unquotes values and falls back to /usr/lib', async () => {
    const text = 'NAME="Rocky \\"Linux\\""\nID=rocky\nID_LIKE=\'rhel centos fedora\'\n# comment\nbad line\n';
    expect(await osRelease(fakeHost({ files: { '/usr/lib/os-release': text } }))).toEqual({
      NAME: 'Rocky "Linux"',
      ID: 'rocky',
      ID_LIKE: 'rhel centos fedora',
    });
    expect(await osRelease(fakeHost())).toEqual({});
    expect(osReleaseOf('=\n"\nA="\nB=')).toEqual({ A: '"', B: '' });
  });

  it('takes only assignments, and quotes only if they are a pair around all of it', () => {
    const text = [
      ' ID=a  ',
      'export NAME=b',
      '1X=c',
      `SINGLE='\\"'`,
      `DOUBLE="\\\\"`,
      `OPEN="x`,
      `MIXED="x'`,
      `INSIDE=x"y"`,
      `AFTER="x"y`,
    ];
    expect(osReleaseOf(text.join('\n'))).toEqual({
      ID: 'a',
      SINGLE: '\\"',
      DOUBLE: '\\',
      OPEN: '"x',
      MIXED: `"x'`,
      INSIDE: 'x"y"',
      AFTER: '"x"y',
    });
  });
});

describe('rhelVersion', () => {
  it.each([
    ['Red Hat Enterprise Linux release 8.4 (Ootpa)', { major: 8, minor: 4 }],
    ['Red Hat Enterprise Linux Server release 7.9 (Maipo)', { major: 7, minor: 9 }],
    ['Red Hat Enterprise Linux release 8.10 (Ootpa)', { major: 8, minor: 10 }],
    ['Rocky Linux release 9.4 (Blue Onyx)', { major: 9, minor: 4 }],
    ['CentOS Linux release 7.9.2009 (Core)', { major: 7, minor: 9 }],
    ['CentOS Stream release 8', { major: 8 }],
    ['AlmaLinux release 9.3 (Shamrock Pampas Cat)', { major: 9, minor: 3 }],
    ['Oracle Linux Server release 8.9', { major: 8, minor: 9 }],
    ['Scientific Linux release 7.9 (Nitrogen)', { major: 7, minor: 9 }],
    ['CloudLinux release 8.8 (Anatoly Filipchenko)', { major: 8, minor: 8 }],
    ['EuroLinux release 9.2 (Novi Sad)', { major: 9, minor: 2 }],
    ['Red Hat Enterprise Linux release  10.0 (Coughlan)', { major: 10, minor: 0 }],
    ['Fedora release 40 (Forty)', undefined],
    ['garbage', undefined],
    ['', undefined],
  ])('of %j', async (text, version) => {
    expect(await rhelVersion(fakeHost({ files: { '/etc/redhat-release': text } }))).toEqual(version);
  });

  it('is read from os-release if there is no release file', async () => {
    const of = (text: string) => rhelVersion(fakeHost({ files: { '/etc/os-release': text } }));
    expect(await of('ID="rhel"\nVERSION_ID="10.0"')).toEqual({ major: 10, minor: 0 });
    expect(await of('ID=almalinux\nID_LIKE="rhel centos fedora"\nVERSION_ID="9.4"')).toEqual({
      major: 9,
      minor: 4,
    });
    expect(await of('ID=debian\nVERSION_ID="12"')).toBeUndefined();
    expect(await of('ID=x\nID_LIKE="centos   rhel"\nVERSION_ID=10')).toEqual({ major: 10 });
    expect(await of('ID=rhel\nVERSION_ID=rolling')).toBeUndefined();
    expect(await of('ID=rhel\nVERSION_ID=v9.4')).toBeUndefined();
    expect(await of('VERSION_ID=9')).toBeUndefined();
    expect(await of('ID=rhel')).toBeUndefined();
    expect(await rhelVersion(fakeHost())).toBeUndefined();
  });
});

describe('conditions on the release', () => {
  it('say which release it is', async () => {
    const reasonOf = async (release: string) => {
      const context = fakeContext(fakeHost({ files: { '/etc/redhat-release': release } }));
      const { reason } = await isGtRhel9.definition.evaluate(context);
      expect((await isGtOrRhel84.definition.evaluate(context)).reason).toBe(reason);
      return reason;
    };
    expect(await reasonOf('Rocky Linux release 9.4 (Blue Onyx)')).toBe('RHEL 9.4');
    expect(await reasonOf('CentOS Stream release 8')).toBe('RHEL 8');
    expect(await reasonOf('Fedora release 40 (Forty)')).toBe('neither RHEL nor built from it');
  });

  const holds = async (release: string) => {
    const context = fakeContext(fakeHost({ files: { '/etc/redhat-release': release } }));
    const verdicts = [isGtOrRhel84, isGtRhel9].map((condition) => condition.definition.evaluate(context));
    return (await Promise.all(verdicts)).map((verdict) => verdict.holds);
  };

  it.each([
    ['Red Hat Enterprise Linux release 8.3 (Ootpa)', [false, false]],
    ['Red Hat Enterprise Linux release 8.4 (Ootpa)', [true, false]],
    ['Red Hat Enterprise Linux release 9.0 (Plow)', [true, false]],
    ['Red Hat Enterprise Linux release 10.0 (Coughlan)', [true, true]],
    ['CentOS Stream release 8', [true, false]],
    ['Fedora release 41 (Forty One)', [false, false]],
  ])('%s', async (release, expected) => {
    expect(await holds(release)).toEqual(expected);
  });
});

describe('SELinux', () => {
  const sestatus = (word: string): FakeHostDescription => ({
    commands: {
      '/usr/sbin/sestatus -b': `SELinux status:                 ${word}\nCurrent mode:   permissive\n`,
    },
  });
  const config = (mode: string): FakeHostDescription => ({
    files: { '/etc/selinux/config': `# SELINUX= can take\nSELINUXTYPE=targeted\nSELINUX=${mode}\n` },
  });

  it.each([
    [sestatus('enabled'), true],
    [sestatus('disabled'), false],
    [config('enforcing'), true],
    [config('permissive'), true],
    [config('disabled'), false],
    [{ files: { '/sys/fs/selinux/enforce': '0', '/etc/selinux/config': 'SELINUX=disabled' } }, true],
    [{ commands: { '/usr/sbin/sestatus -b': 'garbage\n' }, files: { '/etc/selinux/config': '\0' } }, false],
    // A message that quotes the line is not the line, nor is the setting of another name.
    [{ commands: { '/usr/sbin/sestatus -b': 'no SELinux status: enabled\n' } }, false],
    [{ files: { '/etc/selinux/config': '#SELINUX=enforcing\nMYSELINUX=enforcing\n' } }, false],
    [{ files: { '/etc/selinux/config': ' \tSELINUX = enforcing\n' } }, true],
    [{ commands: { '/usr/sbin/sestatus -b': 'SELinux status:\n' } }, false],
    [{}, false],
  ])('%j: enabled %s', async (description, enabled) => {
    expect((await selinux(fakeHost(description))).enabled).toBe(enabled);
    const context = fakeContext(fakeHost(description));
    expect((await selinuxEnabled.definition.evaluate(context)).holds).toBe(enabled);
    expect((await selinuxDisabled.definition.evaluate(context)).holds).toBe(!enabled);
  });

  it('gives its source', async () => {
    expect((await selinux(fakeHost(sestatus('disabled')))).reason).toBe(
      'sestatus says that SELinux is disabled',
    );
    expect((await selinux(fakeHost({ files: { '/sys/fs/selinux/enforce': '0' } }))).reason).toBe(
      'SELinux is mounted at /sys/fs/selinux',
    );
    expect((await selinux(fakeHost(config('Permissive')))).reason).toBe(
      '/etc/selinux/config has SELINUX=permissive',
    );
    expect((await selinux(fakeHost())).reason).toBe('SELinux is not installed');
  });

  it('holds if only one form of the client collects the data', async () => {
    for (const condition of [coreRpm, coreEgg])
      expect(await condition.definition.evaluate(fakeContext(fakeHost()))).toEqual({
        holds: true,
        reason: 'hostspec collects what either form of the client does',
      });
  });
});
