import { selinux } from '@hostspec/facts';
import { joinWords, splitWords } from '@hostspec/spec';
import { fakeHost } from '@hostspec/testing';
import { expect, it } from 'vitest';
import { security } from './specs.js';

it('whether SELinux is enabled comes from the command and the file of entries', async () => {
  const { sestatus, selinux_config } = security.specs;
  const host = fakeHost({ files: { [selinux_config.path]: 'SELINUX=permissive\n' } });
  expect(await selinux(host)).toEqual({
    enabled: true,
    reason: '/etc/selinux/config has SELINUX=permissive',
  });
  expect(host.ran).toEqual([joinWords(splitWords(sestatus.command))]);
});
