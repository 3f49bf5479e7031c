import { fakeContext, fakeHost, garbageTexts } from '@hostspec/testing';
import { expect, it } from 'vitest';
import * as facts from './index.js';

const pieces = [
  ...'/dev/sda1: LABEL="a:b" UUID="1" TYPE="xfs"'.split(/(?<=[:" ])/),
  ...'/dev/sda1 / xfs rw,relatime 0 0 \\040 UUID=1 # '.split(/(?<= )/),
  'USER PID COMMAND\n',
  'root 1 0.0 0.0 1 1 ? Ss 10:00 0:00 /usr/bin/x\n',
  'release 9.4 ',
  'Red Hat Enterprise Linux ',
  'VERSION_ID=',
  'ID=rhel\n',
  'SELINUX=',
  'SELinux status:',
  'System Information\n\tManufacturer: ',
  'flags : ',
  "LVM2_PV_NAME='",
  'a.service enabled ',
  '{"name":"a","epoch":"0","version":"1","release":"2"',
];

it('no fact or condition fails on any content of a host', async () => {
  for (const output of garbageTexts(pieces, 300)) {
    const anyOutput = { rc: 0, output };
    const host = {
      ...fakeHost(),
      run: async () => anyOutput,
      readFile: async () => output,
      stat: async () => undefined,
    };
    const { mounts, fstab, blkid, processes, physicalVolumes, unitFiles, installedPackages } = facts;
    for (const { path } of await mounts(host)) expect(path).toMatch(/^\//);
    for (const { device } of await blkid(host)) expect(device).toMatch(/^\//);
    for (const { device, path } of (await fstab(host)) ?? []) expect([device, path]).not.toContain('');
    for (const { command, commandName, user } of await processes(host))
      expect([command, user, typeof commandName]).not.toContain('');
    for (const unit of (await unitFiles(host)).keys()) expect(unit).toMatch(/\.[a-z]+$/);
    expect(await physicalVolumes(host)).not.toContain('');
    expect([...(await installedPackages(host)).keys()]).not.toContain('');
    for (const name of Object.values(await facts.hostNames(host))) expect(name).toMatch(/^[^\s/]+$/);
    expect((await facts.rhelVersion(host))?.major).not.toBeNaN();
    expect((await facts.virtualization(host)).reason).not.toBe('');
    const conditions = [facts.selinuxEnabled, facts.isBareMetal, facts.isGtRhel9, facts.isGtOrRhel84];
    for (const condition of conditions) {
      const verdict = await condition.definition.evaluate(fakeContext(host));
      expect([typeof verdict.holds, verdict.reason === '']).toEqual(['boolean', false]);
    }
  }
});
