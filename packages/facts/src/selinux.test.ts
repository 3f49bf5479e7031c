import { type FakeHostDescription, fakeContext, fakeHost } from '@hostspec/testing';
import { expect, it } from 'vitest';
import { coreEgg, coreRpm, selinuxDisabled, selinuxEnabled } from './conditions.js';
import { selinux } from './selinux.js';

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
