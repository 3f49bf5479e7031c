import { blkid as blkidFact, physicalVolumes } from '@hostspec/facts';
import { isNothing, joinWords, type Provider, type SettingValue, splitWords } from '@hostspec/spec';
import { type FakeHostDescription, fakeContext, fakeHost, garbageTexts } from '@hostspec/testing';
import { describe, expect, it } from 'vitest';
import {
  btrfsMounts,
  duDirList,
  duDirs,
  dumpdevList,
  nvmeControllers,
  physicalDevices,
  raidDevices,
  xfsMounts,
} from './providers.js';
import { storage } from './specs.js';

const blkid = `/dev/sda1: SEC_TYPE="msdos" LABEL_FATBOOT="EFI" LABEL="EFI: boot" UUID="7B77-95E7" BLOCK_SIZE="512" TYPE="vfat" PARTLABEL="EFI System Partition" PARTUUID="a4c3e4b4-01"
/dev/sda2: LABEL="a:b" UUID="3676157d-f2f5-465c-a4c3-3c2a52c8d3f4" BLOCK_SIZE="512" TYPE="xfs" PARTUUID="a4c3e4b4-02"
/dev/sdaa: UUID="UVTk76-UWOc-vk7s-galL-dxIP-4UXO-0jG4MH" TYPE="LVM2_member"
/dev/hdb5: UUID="c7c45f2d-1d1b-4cf0-9d51-e2b0046682f8" TYPE="swap"
/dev/nvme0n1p1: UUID="0a3407de-014b-458b-b5c1-848e92a327a3" TYPE="ext4" PARTUUID="58b0-01"
/dev/nvme0n1p2: UUID="1a3407de-014b-458b-b5c1-848e92a327a3" TYPE="ext4" PARTUUID="58b0-02"
/dev/nvme10n2: PTUUID="58b0" PTTYPE="gpt"
/dev/vda3: UUID="2a3407de-014b-458b-b5c1-848e92a327a3" TYPE="btrfs"
/dev/mapper/rhel-root: UUID="3a3407de-014b-458b-b5c1-848e92a327a3" TYPE="xfs"
/dev/md0: UUID="4a3407de-014b-458b-b5c1-848e92a327a3" TYPE="ext4"
/dev/sr0: UUID="2020-04-04-08-21-15-00" LABEL="RHEL-8-2-0-BaseOS-x86_64" TYPE="iso9660"
/dev/loop0: TYPE="squashfs"
`;

const of = (
  provider: Provider,
  host: FakeHostDescription = {},
  settings: Record<string, SettingValue> = {},
) => provider.definition.evaluate(fakeContext(fakeHost(host), settings));

const mounts = `proc /proc proc rw 0 0
/dev/mapper/rhel-root / xfs rw,relatime 0 0
/dev/mapper/rhel-home /srv/two\\040words xfs rw 0 0
/dev/mapper/rhel-home /home xfs rw 0 0
/dev/mapper/rhel-home /home xfs rw 0 0
/dev/sda1 /boot ext4 rw 0 0
/dev/sda1 /srv/boot ext4 ro,bind 0 0
/dev/old\\040disk /old ext2 rw 0 0
/dev/nvme0n1p1 /data ext3 rw 0 0
none /odd ext4 rw 0 0
/dev/sdy1 /fuse fuse.ext4 rw 0 0
/dev/sdz1 /next ext4x rw 0 0
`;

describe('dumpdev_list and xfs_mounts', () => {
  it('read the mount table', async () => {
    const host = { files: { '/proc/mounts': mounts } };
    expect(await of(dumpdevList, host)).toEqual(['/dev/nvme0n1p1', '/dev/old disk', '/dev/sda1']);
    expect(await of(xfsMounts, host)).toEqual(['/', '/home', '/srv/two words']);
  });

  it('work without a row for /', async () => {
    const host = { files: { '/proc/mounts': '/dev/sdb1 /data ext4 rw 0 0\n/dev/sdc1 /more xfs rw 0 0\n' } };
    expect(await of(dumpdevList, host)).toEqual(['/dev/sdb1']);
    expect(await of(xfsMounts, host)).toEqual(['/more']);
  });

  it.each([{}, { files: { '/proc/mounts': '' } }, { files: { '/proc/mounts': 'ext4 xfs\n/ xfs' } }])(
    'say if the list is empty: %j',
    async (host) => {
      expect(await of(dumpdevList, host)).toEqual({
        nothing: 'no ext2, ext3 or ext4 file system is mounted',
      });
      expect(await of(xfsMounts, host)).toEqual({ nothing: 'no XFS file system is mounted' });
    },
  );
});

describe('physical_devices', () => {
  const commands = { '/usr/sbin/virt-what': '', '/sbin/blkid -c /dev/null': blkid };

  it('gives whole disks of a physical machine, whatever their labels', async () => {
    expect(await of(physicalDevices, { commands })).toEqual([
      '/dev/hdb',
      '/dev/nvme0n1',
      '/dev/nvme10n2',
      '/dev/sda',
      '/dev/sdaa',
      '/dev/vda',
    ]);
  });

  it('recognises Xen disks, and no device with another name', async () => {
    const devices = [
      '/dev/xvda1',
      '/dev/xvdb',
      '/dev/yvda',
      '/dev/xvda1p1',
      '/dev/nvme0',
      '/dev/nvme1n1p',
      '/dev/sd1',
      '/dev/sda1x',
      '/mnt/dev/sdb1',
      '/mnt/dev/nvme0n1',
    ];
    const output = devices.map((device) => `${device}: TYPE="xfs"\n`).join('');
    const host = { commands: { ...commands, '/sbin/blkid -c /dev/null': output } };
    expect(await of(physicalDevices, host)).toEqual(['/dev/xvda', '/dev/xvdb']);
  });

  it('recognises namespaces and partitions of several digits', async () => {
    const output = ['/dev/nvme0n12p34', '/dev/nvme10n11', '/dev/sdab12'].map(
      (device) => `${device}: TYPE="xfs"\n`,
    );
    const host = { commands: { ...commands, '/sbin/blkid -c /dev/null': output.join('') } };
    expect(await of(physicalDevices, host)).toEqual(['/dev/nvme0n12', '/dev/nvme10n11', '/dev/sdab']);
  });

  it('gives nothing on a virtual machine, or if the machine is unknown', async () => {
    expect(await of(physicalDevices, { commands: { ...commands, '/usr/sbin/virt-what': 'kvm\n' } })).toEqual({
      nothing: 'not a physical machine: virt-what says kvm',
    });
    expect(await of(physicalDevices, { commands: { '/sbin/blkid -c /dev/null': blkid } })).toEqual({
      nothing: 'not a physical machine: virt-what, firmware and CPU flags give no answer',
    });
  });

  it('says that blkid lists no disk', async () => {
    const nothing = { nothing: 'blkid lists no disk' };
    expect(await of(physicalDevices, { commands: { '/usr/sbin/virt-what': '' } })).toEqual(nothing);
    const mapper = { ...commands, '/sbin/blkid -c /dev/null': '/dev/mapper/a-sda1: TYPE="xfs"\n' };
    expect(await of(physicalDevices, { commands: mapper })).toEqual(nothing);
  });
});

describe('raid_devices', () => {
  it('gives block devices, sorted, without partitions', async () => {
    const block = { kind: 'block' } as const;
    const files = {
      '/dev/md127': block,
      '/dev/md0': block,
      '/dev/md0p1': block,
      '/dev/md127p12': block,
      '/dev/md0p1x': block,
      '/dev/md_d3': block,
      '/dev/md_d3p1': block,
      '/dev/md_backup': block,
      '/dev/md/backup': block,
      '/dev/md.conf': 'text',
      '/dev/mdx': { kind: 'character' } as const,
    };
    expect(await of(raidDevices, { files })).toEqual([
      '/dev/md0',
      '/dev/md0p1x',
      '/dev/md127',
      '/dev/md_backup',
      '/dev/md_d3',
    ]);
  });

  it('sorts and counts once what the host finds', async () => {
    const host = fakeHost({ files: { '/dev/md0': { kind: 'block' }, '/dev/md1': { kind: 'block' } } });
    const glob = async () => ({ paths: ['/dev/md1', '/dev/md0', '/dev/md1'], notEntered: [] });
    expect(await raidDevices.definition.evaluate(fakeContext({ ...host, glob }))).toEqual([
      '/dev/md0',
      '/dev/md1',
    ]);
  });

  it('leaves out devices that cannot be examined', async () => {
    const host = fakeHost({ files: { '/dev/md0': { kind: 'block' }, '/dev/md1': { kind: 'block' } } });
    const stat = (path: string) =>
      path === '/dev/md1' ? Promise.reject(new Error('hangs')) : host.stat(path);
    expect(await raidDevices.definition.evaluate(fakeContext({ ...host, stat }))).toEqual(['/dev/md0']);
  });

  it('says why there is nothing', async () => {
    expect(await of(raidDevices)).toEqual({ nothing: 'no software RAID device' });
    expect(await of(raidDevices, { files: { '/dev/md': 'no device' } })).toEqual({
      nothing: 'no software RAID device',
    });
  });
});

describe('du_dir_list', () => {
  it('gives the setting in its order', async () => {
    expect(await of(duDirList, {}, { du_dirs: ['/var/log', '/a b', '/var/log'] })).toEqual([
      '/var/log',
      '/a b',
    ]);
    expect(await of(duDirList)).toContain('/var/log');
    expect(await of(duDirList, {}, { du_dirs: [] })).toEqual({ nothing: 'the setting du_dirs is empty' });
  });

  it.each(['', 'var/log', '-s', '/a\0b'])('takes no path such as %j', (path) => {
    expect(duDirs.check?.(path)).toMatch(/^must/);
  });
});

it('a btrfs file system that is mounted several times is asked once, under its first mount point', async () => {
  const mounts = `/dev/sdb / btrfs rw,subvol=/@ 0 0
/dev/sdb /home btrfs rw,subvol=/@home 0 0
/dev/sdc /srv/two\\040words btrfs rw 0 0
/dev/sdd /var xfs rw 0 0
`;
  expect(await of(btrfsMounts, { files: { '/proc/mounts': mounts } })).toEqual(['/', '/srv/two words']);
  expect(await of(btrfsMounts, {})).toEqual({ nothing: 'no btrfs file system is mounted' });
});

it('NVMe controllers, not their namespaces and partitions', async () => {
  const files = { '/dev/nvme1': '', '/dev/nvme0': '', '/dev/nvme0n1': '', '/dev/nvme0n1p1': '' };
  expect(await of(nvmeControllers, { files })).toEqual(['/dev/nvme0', '/dev/nvme1']);
  expect(await of(nvmeControllers, { files: { '/dev/nvme-fabrics': '' } })).toEqual({
    nothing: 'no NVMe drive',
  });
});

it.each([
  [blkidFact, storage.specs.blkid],
  [physicalVolumes, storage.specs.pvs_noheadings],
] as const)('what providers know comes from the command of an entry: %#', async (fact, { command }) => {
  const host = fakeHost();
  await fact(host);
  expect(host.ran).toEqual([joinWords(splitWords(command))]);
});

it('gives only paths, whatever is on the host', async () => {
  for (const output of garbageTexts([...blkid.split(/(?<=[\n":])/), ...mounts.split(/(?<=[\n ])/)])) {
    const host = {
      commands: { '/usr/sbin/virt-what': '', '/sbin/blkid -c /dev/null': { output } },
      files: { '/proc/mounts': output },
    };
    for (const provider of [physicalDevices, dumpdevList, xfsMounts]) {
      const value = await of(provider, host);
      if (isNothing(value)) continue;
      for (const element of [value].flat()) expect(element).toMatch(/^\//);
    }
  }
});
