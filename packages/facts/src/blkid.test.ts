import { blockDevices, rowsOf } from '@hostspec/parse';
import { fakeHost } from '@hostspec/testing';
import { expect, it } from 'vitest';
import { blkid } from './blkid.js';

it('reads devices and attributes of real-looking lines', async () => {
  const output = `/dev/sda1: UUID="3676157d-f2f5-465c-a4c3-3c2a52c8d3f4" BLOCK_SIZE="512" TYPE="xfs" PARTUUID="e4b4c5d6-01"
/dev/mapper/rhel-root: UUID="UVTk76-UWOc-vk7s-galL-dxIP-4UXO-0jG4MH" TYPE="LVM2_member"
/dev/nvme0n1: PTUUID="58b0" PTTYPE="gpt"
`;
  const devices = await blkid(fakeHost({ commands: { '/sbin/blkid -c /dev/null': output } }));
  expect(devices).toEqual([
    {
      device: '/dev/sda1',
      attributes: {
        UUID: '3676157d-f2f5-465c-a4c3-3c2a52c8d3f4',
        BLOCK_SIZE: '512',
        TYPE: 'xfs',
        PARTUUID: 'e4b4c5d6-01',
      },
    },
    {
      device: '/dev/mapper/rhel-root',
      attributes: { UUID: 'UVTk76-UWOc-vk7s-galL-dxIP-4UXO-0jG4MH', TYPE: 'LVM2_member' },
    },
    { device: '/dev/nvme0n1', attributes: { PTUUID: '58b0', PTTYPE: 'gpt' } },
  ]);
});

it('takes colons, blanks and quotes in labels as part of them', () => {
  const [first, second] = rowsOf(blockDevices, [
    '/dev/sda1: LABEL="a:b" UUID="1-2" TYPE="vfat"',
    '/dev/sdb1: LABEL="x\\": TYPE=\\"fake\\\\" TYPE="ext4" PARTLABEL="EFI System: one"',
  ]);
  expect(first).toEqual({ device: '/dev/sda1', attributes: { LABEL: 'a:b', UUID: '1-2', TYPE: 'vfat' } });
  expect(second?.device).toBe('/dev/sdb1');
  expect(second?.attributes).toEqual({
    LABEL: 'x": TYPE="fake\\',
    TYPE: 'ext4',
    PARTLABEL: 'EFI System: one',
  });
});

it('takes several blanks after the colon, and lines that are rows as a whole', () => {
  expect(rowsOf(blockDevices, ['/dev/sda1:   TYPE="xfs"'])).toEqual([
    { device: '/dev/sda1', attributes: { TYPE: 'xfs' } },
  ]);
  expect(rowsOf(blockDevices, ['error: /dev/sda1: TYPE="xfs"', '/dev/sda1: TYPE="xfs"\nx'])).toEqual([]);
});

it('is empty without blkid and for invalid lines', async () => {
  expect(await blkid(fakeHost())).toEqual([]);
  expect(
    rowsOf(blockDevices, ['', ':', 'error: cannot open', '/dev/sda1', '/dev/sda1:', 'x: TYPE="y"']),
  ).toEqual([]);
});
