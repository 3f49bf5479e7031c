import { fakeHost } from '@hostspec/testing';
import { expect, it, vi } from 'vitest';
import { physicalVolumes } from './physical-volumes.js';

const of = async (lines: readonly string[]) => {
  const host = fakeHost();
  const run = vi.fn(async () => ({ rc: 0, output: new TextEncoder().encode(lines.join('\n')) }));
  const found = await physicalVolumes({ ...host, run });
  expect(run).toHaveBeenCalledWith(expect.stringMatching(/^\/sbin\/pvs --nameprefixes /), expect.anything());
  return found;
};

it('gives the devices in the order of pvs, wherever the column stands', async () => {
  const lines = [
    "  LVM2_PV_FMT='lvm2'|LVM2_PV_UUID='a'|LVM2_PV_NAME='/dev/sdb1'|LVM2_VG_NAME='data'",
    "LVM2_PV_NAME='/dev/sda2'|LVM2_PV_FMT='lvm2'",
    "    LVM2_PV_NAME='/dev/sda1'|LVM2_PV_FMT=''",
    "LVM2_PV_FMT='x'|  LVM2_PV_NAME='/dev/sdc'",
  ];
  expect(await of(lines)).toEqual(['/dev/sdb1', '/dev/sda2', '/dev/sda1', '/dev/sdc']);
});

it('leaves out lines that name no device', async () => {
  const lines = ['  WARNING: no lvmetad', "LVM2_PV_NAME=''", "MY_LVM2_PV_NAME='/dev/sda'", ''];
  expect(await of(lines)).toEqual([]);
});

it('is undefined without pvs', async () => {
  expect(await physicalVolumes(fakeHost())).toBeUndefined();
});
