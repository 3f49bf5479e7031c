import { blkid, existingPaths, matchesOf, mounts, virtualization } from '@hostspec/facts';
import { defineProvider, listOr, nothing } from '@hostspec/spec';
import { duDirs } from './settings.js';

export * from './settings.js';

/** The directories to measure. */
export const duDirList = defineProvider({
  name: 'du_dir_list',
  doc: 'The directories in the setting `du_dirs`, distinct and in the order of the setting; the order of the reference implementation is arbitrary.',
  yields: 'list',
  evaluate: ({ setting }) => listOr([...new Set(setting(duDirs))], 'the setting du_dirs is empty'),
});

/** The devices with a mounted ext file system. */
export const dumpdevList = defineProvider({
  name: 'dumpdev_list',
  doc: 'Sorted distinct devices of the mounted ext2, ext3 and ext4 file systems, from `/proc/mounts`. A bind mount does not repeat its device, and a table without `/` (as in a chroot) is accepted. Both differ from the reference implementation.',
  yields: 'list',
  async evaluate({ host }) {
    const rows = (await mounts(host)).filter(({ type }) => /^ext[234]$/.test(type));
    const devices = rows.map(({ device }) => device).filter((device) => device.startsWith('/'));
    return listOr([...new Set(devices)].sort(), 'no ext2, ext3 or ext4 file system is mounted');
  },
});

/** The mount points of XFS file systems. */
export const xfsMounts = defineProvider({
  name: 'xfs_mounts',
  doc: 'Sorted distinct mount points of the XFS file systems, from `/proc/mounts`. A mount point with spaces stays one argument; the reference implementation splits it.',
  yields: 'list',
  async evaluate({ host }) {
    const paths = (await mounts(host)).filter(({ type }) => type === 'xfs').map(({ path }) => path);
    return listOr([...new Set(paths)].sort(), 'no XFS file system is mounted');
  },
});

/** The whole disks of a physical machine. */
export const physicalDevices = defineProvider({
  name: 'physical_devices',
  doc: 'Sorted distinct whole disks of a physical machine: the devices of `/sbin/blkid -c /dev/null` named sd, hd, vd, xvd or nvme, without their partition (`/dev/sda1` gives `/dev/sda`, `/dev/nvme0n1p1` gives `/dev/nvme0n1`). No values on virtual machines. The reference implementation recognises only sd and hd, removes every digit of a name, and treats a colon in a label as the end of the device name.',
  yields: 'list',
  async evaluate({ host }) {
    const { virtual, reason } = await virtualization(host);
    if (virtual !== false) return nothing(`not a physical machine: ${reason}`);
    const disks = (await blkid(host)).flatMap(({ device }) => wholeDisk(device) ?? []);
    return listOr([...new Set(disks)].sort(), 'blkid lists no disk');
  },
});

function wholeDisk(device: string): string | undefined {
  const match = /^(\/dev\/(?:(?:s|h|v|xv)d[a-z]+))\d*$|^(\/dev\/nvme\d+n\d+)(?:p\d+)?$/.exec(device);
  return match?.[1] ?? match?.[2];
}

/** The software RAID arrays. */
export const raidDevices = defineProvider({
  name: 'raid_devices',
  doc: 'Sorted block devices that match `/dev/md*`, without partitions such as `/dev/md0p1`, which mdadm cannot describe. A dangling link is left out; in the reference implementation it hides the arrays, and the arrays are in directory order.',
  yields: 'arguments',
  async evaluate({ host }) {
    const devices = await matchesOf(host, ['/dev/md*']);
    const paths = devices.filter((path) => !/^\/dev\/md(_d)?\d+p\d+$/.test(path));
    const facts = await Promise.all(paths.map((path) => host.stat(path).catch(() => undefined)));
    return listOr(
      paths.filter((_, index) => facts[index]?.kind === 'block'),
      'no software RAID device',
    );
  },
});

/** One mount point of each btrfs file system. */
export const btrfsMounts = defineProvider({
  name: 'btrfs_mounts',
  doc: 'One mount point of each btrfs file system, sorted: the first of those that `/proc/mounts` has for its device.',
  yields: 'list',
  async evaluate({ host }) {
    const rows = (await mounts(host)).filter(({ type }) => type === 'btrfs');
    const first = new Map(rows.toReversed().map(({ device, path }) => [device, path]));
    return listOr([...new Set(first.values())].sort(), 'no btrfs file system is mounted');
  },
});

/** The NVMe drives. */
export const nvmeControllers = defineProvider({
  name: 'nvme_controllers',
  doc: 'Sorted character devices `/dev/nvme0`, `/dev/nvme1` …: the controllers of NVMe drives, not their namespaces.',
  yields: 'list',
  async evaluate({ host }) {
    const paths = await matchesOf(host, ['/dev/nvme[0-9]*']);
    return listOr(
      paths.filter((path) => /^\/dev\/nvme\d+$/.test(path)),
      'no NVMe drive',
    );
  },
});

/** The directories of links to disks. */
export const diskLinkDirectories = existingPaths('disk_link_directories', ['/dev/disk', '/dev/mapper']);

/** The directories of known iSCSI targets. */
export const iscsiNodeDirectories = existingPaths('iscsi_node_directories', [
  '/etc/iscsi/nodes',
  '/var/lib/iscsi/nodes',
]);
