import {
  commandWithArgs,
  firstFile,
  firstOf,
  foreachExecute,
  globFile,
  linux,
  simpleCommand,
  simpleFile,
} from '@hostspec/spec';
import { drbdLoaded, zfsLoaded } from './conditions.js';
import {
  btrfsMounts,
  diskLinkDirectories,
  iscsiNodeDirectories,
  nvmeControllers,
  physicalDevices,
} from './providers.js';
import { storage } from './specs.js';

const noMapper = ['/dev/mapper/control: open failed: No such'];
// Without it, the program would write what it finds to the cache below /run.
const noBlkidCache = { BLKID_FILE: '/dev/null' };
// The modules are not loaded: the programs of ZFS would load them.
const zfs = { when: zfsLoaded(), timeout: 20 };

/** The storage domain for all of Linux. */
export const storageLinux = linux(storage, {
  for: {
    multipath_conf_initramfs: ['rhel', 'suse'],
    sysconfig_nfs: ['rhel', 'suse'],
    sysconfig_oracleasm: ['rhel', 'suse'],
    vdo_status: ['rhel'],
  },
  add: {
    autofs_conf: globFile(
      ['/etc/auto.*', '/etc/auto.master.d/*', '/etc/autofs.conf', '/etc/default/autofs'],
      {
        doc: 'Automatic mounts: maps, mount options and timeouts',
        origin: 'auto.master(5)',
      },
    ),
    block_queue: globFile(
      [
        '/sys/block/*/queue/rotational',
        '/sys/block/*/queue/nr_requests',
        '/sys/block/*/queue/read_ahead_kb',
        '/sys/block/*/queue/write_cache',
        '/sys/block/*/stat',
        '/sys/block/*/device/timeout',
        '/sys/block/*/device/ioerr_cnt',
      ],
      {
        doc: 'Queue depth, read-ahead, cache mode, timeouts, traffic and errors of each disk',
        origin: 'https://docs.kernel.org/block/queue-sysfs.html',
      },
    ),
    blockdev_report: simpleCommand('/sbin/blockdev --report', {
      doc: 'Sector sizes, read-ahead and start of every device and partition: partitions that are not aligned',
      absentWhen: ['BusyBox'],
      emptyRc: [1],
      origin: 'blockdev(8)',
      effects: { needsRoot: true },
    }),
    btrfs_device_stats: foreachExecute('/usr/bin/btrfs device stats %s', btrfsMounts(), {
      doc: 'Read, write, flush and checksum errors of each device of a btrfs file system',
      origin: 'btrfs-device(8)',
      effects: { needsRoot: true },
    }),
    btrfs_scrub: foreachExecute('/usr/bin/btrfs scrub status %s', btrfsMounts(), {
      doc: 'Last check of each btrfs file system: when it ended and what it found',
      origin: 'btrfs-scrub(8)',
      effects: { needsRoot: true },
    }),
    btrfs_show: simpleCommand('/usr/bin/btrfs filesystem show', {
      doc: 'Btrfs file systems with their devices: one that is missing, and space that is allocated',
      env: noBlkidCache,
      origin: 'btrfs-filesystem(8)',
      effects: { needsRoot: true },
    }),
    btrfs_subvolumes: foreachExecute('/usr/bin/btrfs subvolume list -p %s', btrfsMounts(), {
      doc: 'Subvolumes and snapshots of each btrfs file system with their parents: forgotten snapshots hold space',
      origin: 'btrfs-subvolume(8)',
      effects: { needsRoot: true },
    }),
    btrfs_usage: foreachExecute('/usr/bin/btrfs filesystem usage %s', btrfsMounts(), {
      doc: 'Space of each btrfs file system by profile: metadata that is full while df shows free space',
      origin: 'btrfs-filesystem(8)',
      effects: { needsRoot: true },
    }),
    deleted_open_files: simpleCommand('/usr/bin/lsof -nP +L1', {
      doc: 'Deleted files that processes still hold open: space that du does not find',
      keepRc: true,
      timeout: 20,
      onRequest: true,
      origin: 'lsof(8)',
      effects: { needsRoot: true },
    }),
    disk_links: commandWithArgs('/usr/bin/find %s -type l -printf "%p %l\\n"', diskLinkDirectories(), {
      doc: 'Stable names of disks and the devices that they lead to: by id, path, label and mapping',
      saveAs: 'disk_links',
      absentWhen: ['BusyBox'],
      origin: 'find(1)',
    }),
    dmsetup_table: simpleCommand('/sbin/dmsetup table', {
      doc: 'Mappings of the device mapper: what each mapped device consists of; keys appear as zeros',
      absentWhen: noMapper,
      origin: 'dmsetup(8)',
      effects: { loadsModules: true, needsRoot: true },
    }),
    dmsetup_tree: simpleCommand('/sbin/dmsetup ls --tree', {
      doc: 'Mapped devices as a tree: which volume lies on which disk',
      absentWhen: noMapper,
      origin: 'dmsetup(8)',
      effects: { loadsModules: true, needsRoot: true },
    }),
    drbd_state: firstOf(
      [simpleCommand('/sbin/drbdsetup status --verbose --statistics'), simpleFile('/proc/drbd')],
      {
        doc: 'Replicated devices of DRBD: connection, role and data that is out of date',
        origin: 'drbdsetup(8)',
        // Without the module, drbdsetup would load it.
        when: drbdLoaded(),
        effects: { needsRoot: true },
      },
    ),
    ext4_errors: globFile(
      ['/sys/fs/ext4/*/errors_count', '/sys/fs/ext4/*/first_error_time', '/sys/fs/ext4/*/last_error_time'],
      {
        doc: 'Errors that each mounted ext4 file system has met, and when',
        origin: 'https://docs.kernel.org/admin-guide/ext4.html',
      },
    ),
    fc_hosts: globFile(
      [
        '/sys/class/fc_host/host*/port_name',
        '/sys/class/fc_host/host*/port_state',
        '/sys/class/fc_host/host*/speed',
      ],
      {
        doc: 'Fibre Channel ports: name, state and speed',
        origin: 'https://docs.kernel.org/scsi/scsi_fc_transport.html',
      },
    ),
    fdisk_list: simpleCommand('/sbin/fdisk -l', {
      doc: 'Partition tables of all disks: type, start, size and boot flag of each partition',
      timeout: 20,
      origin: 'fdisk(8)',
      effects: { needsRoot: true },
    }),
    findmnt_all: simpleCommand('/usr/bin/findmnt --all --evaluate --real', {
      doc: 'Mounted file systems as a tree, without those of the kernel: source, type and options',
      absentWhen: ['unrecognized option'],
      origin: 'findmnt(8)',
    }),
    findmnt_verify: simpleCommand('/usr/bin/findmnt --verify --verbose', {
      doc: 'Faults in /etc/fstab: sources, mount points, types and options that do not exist',
      keepRc: true,
      origin: 'findmnt(8)',
    }),
    iscsi_conf: globFile(
      [
        '/etc/iscsi/iscsid.conf',
        '/etc/iscsi/initiatorname.iscsi',
        '/etc/nvme/hostnqn',
        '/etc/nvme/discovery.conf',
      ],
      {
        doc: 'Storage over the network as configured: iSCSI timeouts and log-in, names of this host for iSCSI and NVMe',
        origin: 'iscsid(8)',
        effects: { needsRoot: true },
      },
    ),
    // The program for it would lock its database, which creates files.
    iscsi_nodes: commandWithArgs(
      '/usr/bin/find %s -mindepth 2 -maxdepth 2 -printf "%p\\n"',
      iscsiNodeDirectories(),
      {
        doc: 'Known iSCSI targets with their portals, as recorded by discovery: compare with the sessions',
        saveAs: 'iscsi_nodes',
        absentWhen: ['BusyBox'],
        origin: 'iscsiadm(8)',
        effects: { needsRoot: true },
      },
    ),
    lsblk_json: simpleCommand('/usr/bin/lsblk --json --output-all', {
      doc: 'Every attribute of every block device as JSON: size, model, serial number, file system, mount point',
      absentWhen: ['unrecognized option'],
      origin: 'lsblk(8)',
    }),
    lvm_conf_files: globFile(['/etc/lvm/lvm.conf', '/etc/lvm/lvmlocal.conf'], {
      doc: 'LVM configuration with its comments: filters that hide devices, locking and activation',
      origin: 'lvm.conf(5)',
    }),
    md_sysfs: globFile(
      [
        '/sys/block/md*/md/array_state',
        '/sys/block/md*/md/degraded',
        '/sys/block/md*/md/sync_action',
        '/sys/block/md*/md/mismatch_cnt',
      ],
      {
        doc: 'Software RAID arrays: state, missing members, running check and mismatches',
        origin: 'https://docs.kernel.org/admin-guide/md.html',
      },
    ),
    mdadm_conf: firstFile(['/etc/mdadm/mdadm.conf', '/etc/mdadm.conf'], {
      doc: 'Software RAID arrays that should be there, and who is told of a failure',
      origin: 'mdadm.conf(5)',
    }),
    mdadm_scan: simpleCommand('/sbin/mdadm --detail --scan', {
      doc: 'Software RAID arrays that run now, one a line: compare with the configuration',
      origin: 'mdadm(8)',
      effects: { needsRoot: true },
    }),
    nfs_etab: simpleFile('/var/lib/nfs/etab', {
      doc: 'NFS exports in force with all their options: compare with /etc/exports',
      origin: 'exportfs(8)',
    }),
    nfs_mountstats: simpleFile('/proc/self/mountstats', {
      doc: 'Calls, retransmissions and response times of each NFS mount by operation: a slow server',
      origin: 'mountstats(8)',
    }),
    nfsd_state: globFile(['/proc/fs/nfsd/threads', '/proc/fs/nfsd/pool_stats', '/proc/net/rpc/nfsd'], {
      doc: 'NFS server in the kernel: threads, queued requests and calls',
      origin: 'https://docs.kernel.org/filesystems/nfs/knfsd-stats.html',
      effects: { needsRoot: true },
    }),
    nfsstat: simpleCommand('/usr/sbin/nfsstat', {
      doc: 'NFS calls of this host as client and server: retransmissions and bad calls',
      absentWhen: ['No Client Stats', 'No Server Stats'],
      origin: 'nfsstat(8)',
    }),
    nvme_error_log: foreachExecute('/usr/sbin/nvme error-log --log-entries=16 %s', nvmeControllers(), {
      doc: 'Last 16 errors of each NVMe drive, as the drive recorded them',
      origin: 'nvme-error-log(1)',
      effects: { needsRoot: true },
    }),
    nvme_list: simpleCommand('/usr/sbin/nvme list -o json', {
      doc: 'NVMe drives: model, serial number, firmware, size and use',
      absentWhen: ['Failed to scan topology'],
      origin: 'nvme-list(1)',
      effects: { needsRoot: true },
    }),
    nvme_smart_log: foreachExecute('/usr/sbin/nvme smart-log %s', nvmeControllers(), {
      doc: 'Health of each NVMe drive: wear, spare blocks, temperature and media errors',
      origin: 'nvme-smart-log(1)',
      effects: { needsRoot: true },
    }),
    smartctl_full: foreachExecute('/usr/sbin/smartctl -n standby -x %s', physicalDevices(), {
      doc: 'Attributes, error log and self-tests of each disk; a disk that sleeps is not woken',
      // The status has a bit for every kind of trouble.
      keepRc: true,
      timeout: 30,
      origin: 'smartctl(8)',
      effects: { needsRoot: true },
    }),
    swapon_show: simpleCommand('/sbin/swapon --show', {
      doc: 'Swap areas with type, size, use and priority',
      absentWhen: ['BusyBox'],
      origin: 'swapon(8)',
    }),
    var_usage: simpleCommand('/usr/bin/du -x -k --max-depth=2 /var', {
      doc: 'Size of the directories below /var: what fills it',
      keepRc: true,
      timeout: 60,
      onRequest: true,
      origin: 'du(1)',
    }),
    zfs_arcstats: simpleFile('/proc/spl/kstat/zfs/arcstats', {
      doc: 'Cache of ZFS in memory: size, limits and hits',
      origin: 'https://openzfs.github.io/openzfs-docs/Performance%20and%20Tuning/Module%20Parameters.html',
    }),
    zfs_list: simpleCommand('/usr/sbin/zfs list -o space -t filesystem,volume', {
      doc: 'ZFS file systems and volumes: space used by data, snapshots, children and reservations',
      ...zfs,
      origin: 'zfs-list(8)',
    }),
    zpool_list: simpleCommand('/usr/sbin/zpool list -v', {
      doc: 'ZFS pools by device: size, free space, fragmentation and health',
      ...zfs,
      origin: 'zpool-list(8)',
    }),
    zpool_properties: simpleCommand('/usr/sbin/zpool get all', {
      doc: 'Properties and features of each ZFS pool: a feature that another host does not know',
      ...zfs,
      origin: 'zpool-get(8)',
    }),
    zpool_status: simpleCommand('/usr/sbin/zpool status -v', {
      doc: 'State of each ZFS pool and device: errors, damaged files and the last scrub',
      ...zfs,
      origin: 'zpool-status(8)',
    }),
  },
  providers: [btrfsMounts, diskLinkDirectories, iscsiNodeDirectories, nvmeControllers],
  conditions: [drbdLoaded, zfsLoaded],
});
