import { blockDevices, fstabRows, mountRows, rowsOf } from '@hostspec/parse';
import { fakeHost } from '@hostspec/testing';
import { describe, expect, it, vi } from 'vitest';
import { blkid, fstab, mounts, physicalVolumes } from './storage.js';

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

it('reads rows, not comments', () => {
  const text = `# /etc/fstab
  # indented
UUID=0a3407de-014b-458b-b5c1-848e92a327a3 /     ext4  defaults  1 1
LABEL=a#b\t/data\\040one\txfs\tnoatime,nofail\t0 0 # trailing
/dev/sdb1 /srv # comment
/swapfile none swap sw 0 0
host:/a# /mnt/issue# nfs
lonely
`;
  expect(rowsOf(fstabRows, text)).toEqual([
    { device: 'UUID=0a3407de-014b-458b-b5c1-848e92a327a3', path: '/', type: 'ext4', options: ['defaults'] },
    { device: 'LABEL=a#b', path: '/data one', type: 'xfs', options: ['noatime', 'nofail'] },
    { device: '/dev/sdb1', path: '/srv', type: 'auto', options: ['defaults'] },
    { device: '/swapfile', path: 'none', type: 'swap', options: ['sw'] },
    { device: 'host:/a#', path: '/mnt/issue#', type: 'nfs', options: ['defaults'] },
  ]);
});

it('distinguishes an empty table from a missing one', async () => {
  expect(await fstab(fakeHost({ files: { '/etc/fstab': '\n' } }))).toEqual([]);
  expect(await fstab(fakeHost())).toBeUndefined();
});

const table = `proc /proc proc rw,nosuid,nodev,noexec,relatime 0 0
/dev/mapper/rhel-root / xfs rw,relatime,attr2,inode64 0 0
/dev/sda1 /boot ext4 rw 0 0
/dev/sdb1 /mnt/my\\040data\\011x xfs rw,noquota 0 0
//nas/share\\040one /srv/share cifs rw 0 0
#weird /srv/hash ext3 ro 0 0
`;

describe('mounts', () => {
  it('reads device, path, type and options in order', async () => {
    const rows = await mounts(fakeHost({ files: { '/proc/mounts': table } }));
    expect(rows.map(({ path }) => path)).toEqual([
      '/proc',
      '/',
      '/boot',
      '/mnt/my data\tx',
      '/srv/share',
      '/srv/hash',
    ]);
    expect(rows[1]).toEqual({
      device: '/dev/mapper/rhel-root',
      path: '/',
      type: 'xfs',
      options: ['rw', 'relatime', 'attr2', 'inode64'],
    });
    expect(rows[4]?.device).toBe('//nas/share one');
    expect(rows[5]?.device).toBe('#weird');
  });

  it('keeps an unescaped blank in the mount point', () => {
    expect(rowsOf(mountRows, 'fuse /mnt/two words fuse.x rw 0 0')[0]?.path).toBe('/mnt/two words');
  });

  it('decodes escapes of several bytes as UTF-8 and leaves other backslashes', () => {
    expect(rowsOf(mountRows, '/dev/sdc /mnt/caf\\303\\251\\134n xfs rw 0 0')[0]?.path).toBe('/mnt/café\\n');
  });

  it('is empty if the table cannot be read, and drops invalid rows', async () => {
    expect(await mounts(fakeHost())).toEqual([]);
    const rows = ['/dev/sda1 /a xfs rw 0 0 x', '/dev/sda1 /a xfs rw 0', ' /dev/sda1 /a xfs rw 0 0'];
    expect(rowsOf(mountRows, rows.join('\n'))).toEqual([]);
    expect(rowsOf(mountRows, '/dev/sda1 /a xfs rw 10 12 ')).toHaveLength(1);
    expect(rowsOf(mountRows, '\0\u0001 garbage\n/dev/sda1 relative xfs rw 0 0\n\n/dev/sda1\n')).toEqual([]);
  });

  it('reads the table once per host', async () => {
    const host = fakeHost({ files: { '/proc/mounts': table } });
    expect(await mounts(host)).toBe(await mounts(host));
    expect(await mounts(fakeHost())).toEqual([]);
  });
});

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
