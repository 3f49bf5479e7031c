import {
  commandWithArgs,
  firstFile,
  firstOf,
  foreachExecute,
  globFile,
  insightsCore,
  listdir,
  simpleCommand,
  simpleFile,
  slice,
} from '@hostspec/spec';
import { duDirList, dumpdevList, physicalDevices, raidDevices, xfsMounts } from './providers.js';
import { duDirs } from './settings.js';

/** The version of this package; written by `npm run release:version`. */
export const version = '1.0.0';

/** Block devices, LVM, RAID, multipath, file systems, mounts, NFS, quotas. */
export const storage = slice({
  name: 'storage',
  version,
  origin: insightsCore,
  specs: {
    bdi_read_ahead_kb: globFile(['/sys/class/bdi/*/read_ahead_kb'], {
      doc: 'Read-ahead of each backing device in KiB: explain slow sequential reads, for instance over NFS',
    }),
    blkid: simpleCommand('/sbin/blkid -c /dev/null', {
      doc: 'UUID, label and type of every block device: match devices to fstab and boot entries',
      emptyRc: [2],
      effects: { needsRoot: true },
    }),
    block_devices_by_uuid: listdir('/dev/disk/by-uuid/', {
      doc: 'UUIDs under which block devices are reachable: the device list for the LUKS metadata check',
    }),
    cciss: globFile(['/proc/driver/cciss/cciss*'], {
      doc: 'State of HP Smart Array controllers of the cciss driver: firmware and logical drives',
    }),
    cifs_debug_data: simpleFile('/proc/fs/cifs/DebugData', {
      doc: 'State of the CIFS client: mounted shares, sessions, dialects and pending requests',
    }),
    df__al: simpleCommand('/bin/df -al -x autofs', {
      doc: 'Space of all local file systems, pseudo ones included: find full file systems',
    }),
    df__alP: simpleCommand('/bin/df -alP -x autofs', {
      doc: 'Space of all local file systems in the one-line POSIX layout: safe to parse with long names',
    }),
    df__li: simpleCommand('/bin/df -li -x autofs', {
      doc: 'Inode use of local file systems: explain no space left on device while blocks are free',
    }),
    dm_mod_use_blk_mq: simpleFile('/sys/module/dm_mod/parameters/use_blk_mq', {
      doc: 'Whether request-based device mapper uses the multi-queue block layer: affects multipath speed',
    }),
    dmsetup_info: simpleCommand('/usr/sbin/dmsetup info -C', {
      doc: 'Device-mapper devices with state, open count and UUID: find suspended or unused maps',
      absentWhen: ['/dev/mapper/control: open failed: No such'],
      effects: { loadsModules: true, needsRoot: true },
    }),
    dmsetup_status: simpleCommand('/usr/sbin/dmsetup status', {
      doc: 'Target status of each device-mapper device: failed paths, full thin pools and snapshots',
      absentWhen: ['/dev/mapper/control: open failed: No such'],
      effects: { loadsModules: true, needsRoot: true },
    }),
    du_dirs: foreachExecute('/bin/du -s -k %s', duDirList(), {
      doc: 'Total size of chosen directories: see which one fills a file system',
      // A file that vanishes meanwhile makes the status 1.
      keepRc: true,
    }),
    dumpe2fs_h: foreachExecute('/sbin/dumpe2fs -h %s', dumpdevList(), {
      doc: 'Superblock of each mounted ext file system: features, state and error counts',
      // In a container, /proc/mounts names devices of the host.
      absentWhen: ['No such file or directory while trying to open'],
      effects: { needsRoot: true },
    }),
    etc_udev_oracle_asm_rules: globFile(['/etc/udev/rules.d/*asm*.rules'], {
      doc: 'Udev rules for Oracle ASM disks: ownership and names that must survive reboots',
    }),
    fcoeadm_i: simpleCommand('/usr/sbin/fcoeadm -i', {
      doc: 'Fibre Channel over Ethernet adapters and ports: link state, speed and driver',
      effects: { loadsModules: true },
    }),
    filefrag: simpleCommand('/sbin/filefrag /boot/grub2/grubenv /boot/initramfs*.img /boot/vmlinuz*', {
      doc: 'Extents of the GRUB environment block and boot images: fragmented files a boot loader may misread',
      keepRc: true,
      effects: { needsRoot: true },
    }),
    findmnt_lo_propagation: simpleCommand('/bin/findmnt -lo+PROPAGATION', {
      doc: 'Mounts with their propagation flag: shared mounts that leak into containers',
    }),
    fstab: simpleFile('/etc/fstab', {
      doc: 'Static mount table: what should be mounted at boot and with which options',
    }),
    iscsiadm_m_session: simpleCommand('/usr/sbin/iscsiadm -m session', {
      doc: 'Active iSCSI sessions: connected targets and portals, and missing redundant paths',
      absentWhen: [21],
    }),
    losetup: simpleCommand('/usr/sbin/losetup -l', {
      doc: 'Loop devices and their backing files: images in use and deleted files that still hold space',
    }),
    lpfc_max_luns: simpleFile('/sys/module/lpfc/parameters/lpfc_max_luns', {
      doc: 'Highest LUN number the Emulex FC driver scans: explain missing storage LUNs',
    }),
    lsblk: simpleCommand('/bin/lsblk', {
      doc: 'Block devices as a tree with sizes and mount points: the disk layout at a glance',
    }),
    lsblk_pairs: simpleCommand(
      '/bin/lsblk -P -o NAME,KNAME,MAJ:MIN,FSTYPE,MOUNTPOINT,LABEL,UUID,RA,RO,RM,MODEL,SIZE,STATE,OWNER,GROUP,MODE,ALIGNMENT,MIN-IO,OPT-IO,PHY-SEC,LOG-SEC,ROTA,SCHED,RQ-SIZE,TYPE,DISC-ALN,DISC-GRAN,DISC-MAX,DISC-ZERO',
      {
        doc: 'Block device attributes as key and value pairs: topology, scheduler, rotation and discard limits',
      },
    ),
    luksmeta: foreachExecute(
      '/usr/bin/luksmeta show -d /dev/disk/by-uuid/%s',
      listdir('/dev/disk/by-uuid/'),
      {
        doc: 'Metadata slots of LUKS1 volumes: whether a volume is bound for network-bound unlocking',
        keepRc: true,
        effects: { needsRoot: true },
      },
    ),
    lvm_fullreport: simpleCommand('/sbin/lvm fullreport -a --nolocking --reportformat json', {
      doc: 'Complete report of physical volumes, groups and logical volumes as JSON: one view of all LVM',
      effects: { loadsModules: true, needsRoot: true },
    }),
    lvm_system_devices: simpleFile('/etc/lvm/devices/system.devices', {
      doc: 'LVM devices file: which disks LVM is allowed to use',
      effects: { needsRoot: true },
    }),
    lvmconfig: firstOf(
      [
        simpleCommand('/usr/sbin/lvmconfig --type full'),
        simpleCommand('/usr/sbin/lvm dumpconfig --type full'),
      ],
      { doc: 'Effective LVM configuration with all defaults: the settings LVM commands really follow' },
    ),
    lvs_noheadings: simpleCommand(
      '/sbin/lvs --nameprefixes --noheadings --separator=\'|\' -a -o lv_name,lv_size,lv_attr,mirror_log,vg_name,devices,region_size,data_percent,metadata_percent,segtype,seg_monitor,lv_kernel_major,lv_kernel_minor --config="global{locking_type=0}"',
      {
        doc: 'Logical volumes with attributes, devices and fill levels: nearly full thin pools and broken mirrors',
        effects: { loadsModules: true, needsRoot: true },
      },
    ),
    mdadm_D: commandWithArgs('/usr/sbin/mdadm -D %s', raidDevices(), {
      doc: 'Details of each software RAID array: state, failed members and rebuild progress',
      keepRc: true,
      effects: { needsRoot: true },
    }),
    mdadm_detail_platform: simpleCommand('/usr/sbin/mdadm --detail-platform', {
      doc: 'Firmware RAID capabilities of the platform: supported levels and attached disks',
      absentWhen: [2],
      effects: { needsRoot: true },
    }),
    mdstat: simpleFile('/proc/mdstat', {
      doc: 'Software RAID overview of the kernel: degraded arrays and resync progress',
    }),
    mount: simpleCommand('/bin/mount', {
      doc: 'Mounted file systems in the classic view: options in use, read-only remounts included',
    }),
    mountinfo: simpleFile('/proc/self/mountinfo', {
      doc: 'Mounts of the collecting process with ids and propagation: the most precise mount table',
    }),
    mounts: simpleFile('/proc/mounts', {
      doc: 'Mounts as the kernel reports them: device, type and options without user-space guesses',
    }),
    multipath__v4__ll: simpleCommand('/sbin/multipath -v4 -ll', {
      doc: 'Multipath topology with detailed discovery messages: failed paths and why devices are skipped',
      absentWhen: ['/dev/mapper/control: open failed: No such'],
      effects: { loadsModules: true, needsRoot: true },
    }),
    multipath_conf: simpleFile('/etc/multipath.conf', {
      doc: 'Multipath configuration: blacklists, aliases and path settings per storage array',
    }),
    multipath_conf_initramfs: simpleCommand('/bin/lsinitrd -f /etc/multipath.conf', {
      doc: 'Multipath configuration inside the initramfs: find differences that break boot from SAN',
      effects: { needsRoot: true },
    }),
    ndctl_list_Ni: simpleCommand('/usr/bin/ndctl list -Ni', {
      doc: 'Persistent memory namespaces including idle ones: mode, size and unused capacity',
    }),
    nfs_conf: simpleFile('/etc/nfs.conf', {
      doc: 'Configuration of NFS services: protocol versions, threads and ports',
    }),
    nfs_exports: simpleFile('/etc/exports', {
      doc: 'Main list of NFS exports: which directories are shared, with whom and how',
    }),
    nfs_exports_d: globFile(['/etc/exports.d/*.exports'], {
      doc: 'Additional NFS export files: shares that are set up outside the main list',
    }),
    nvme_core_io_timeout: simpleFile('/sys/module/nvme_core/parameters/io_timeout', {
      doc: 'NVMe I/O timeout in seconds: too short a value fails cloud disks during stalls',
    }),
    parted__l: simpleCommand('/sbin/parted -l -s', {
      doc: 'Partition table of every disk: label type, sizes and alignment warnings',
      effects: { needsRoot: true },
    }),
    pci_rport_target_disk_paths: simpleCommand(
      '/usr/bin/find /sys/devices/ -maxdepth 10 -mindepth 9 -name stat -type f',
      { doc: 'Sysfs paths from PCI adapters through FC remote ports to disks: map each disk to its adapter' },
    ),
    pvs_noheadings: simpleCommand(
      '/sbin/pvs --nameprefixes --noheadings --separator=\'|\' -a -o pv_all,vg_name --config="global{locking_type=0}"',
      {
        doc: 'LVM physical volumes with all fields: missing disks, free extents and metadata space',
        effects: { loadsModules: true, needsRoot: true },
      },
    ),
    ql2xmaxlun: simpleFile('/sys/module/qla2xxx/parameters/ql2xmaxlun', {
      doc: 'Highest LUN number the QLogic FC driver scans: explain LUNs that never appear',
    }),
    ql2xmqsupport: simpleFile('/sys/module/qla2xxx/parameters/ql2xmqsupport', {
      doc: 'Whether the QLogic FC driver uses multiple queues: affects throughput and known faults',
    }),
    readlink_e_etc_mtab: simpleCommand('/usr/bin/readlink -e /etc/mtab', {
      doc: 'Where /etc/mtab really leads: a regular file instead of a link goes stale',
      absentWhen: [1],
    }),
    repquota_agnpuv: simpleCommand('/usr/sbin/repquota -agnpuv', {
      doc: 'Quota use of all users and groups by numeric id: accounts over their limits',
      effects: { needsRoot: true },
    }),
    scheduler: globFile(['/sys/block/*/queue/scheduler'], {
      doc: 'I/O scheduler of each block device: check that it suits the storage behind it',
    }),
    scsi: simpleFile('/proc/scsi/scsi', {
      doc: 'SCSI devices known to the kernel: vendor, model and revision of each attached unit',
    }),
    scsi_eh_deadline: globFile(['/sys/class/scsi_host/host[0-9]*/eh_deadline'], {
      doc: 'Deadline for SCSI error recovery per host: limits how long a failing path blocks I/O',
    }),
    scsi_fwver: globFile(['/sys/class/scsi_host/host[0-9]*/fwrev'], {
      doc: 'Firmware revision of each SCSI host adapter: compare with known faulty releases',
    }),
    scsi_mod_max_report_luns: simpleFile('/sys/module/scsi_mod/parameters/max_report_luns', {
      doc: 'Most LUNs the SCSI layer accepts per target: too low a value hides storage',
    }),
    scsi_mod_use_blk_mq: simpleFile('/sys/module/scsi_mod/parameters/use_blk_mq', {
      doc: 'Whether the SCSI layer uses the multi-queue block layer: affects scheduler choice and speed',
    }),
    smartctl_health: foreachExecute('/usr/sbin/smartctl -H %s -j', physicalDevices(), {
      doc: 'SMART health verdict of each physical disk as JSON: disks that predict their failure',
      effects: { needsRoot: true },
    }),
    sys_block_queue_discard_max_bytes: globFile(['/sys/block/*/queue/discard_max_bytes'], {
      doc: 'Largest discard request per block device: zero means that trimming has no effect',
    }),
    sys_block_queue_max_segment_size: globFile(['/sys/block/*/queue/max_segment_size'], {
      doc: 'Largest segment size per block device: odd values point at driver limits and I/O errors',
    }),
    sys_block_queue_stable_writes: globFile(['/sys/block/*/queue/stable_writes'], {
      doc: 'Whether pages stay unchanged during writes per block device: needed for checksummed storage',
    }),
    sysconfig_nfs: simpleFile('/etc/sysconfig/nfs', {
      doc: 'Legacy NFS service options: thread count, ports and protocol versions on older releases',
    }),
    sysconfig_oracleasm: simpleFile('/etc/sysconfig/oracleasm', {
      doc: 'Oracle ASM driver options: disk scan order, which matters with multipath devices',
    }),
    udev_66_md_rules: firstFile(
      ['/etc/udev/rules.d/66-md-auto-readd.rules', '/usr/lib/udev/rules.d/66-md-auto-readd.rules'],
      {
        doc: 'Udev rule that re-adds RAID members automatically: check that a lost disk returns to its array',
      },
    ),
    udev_fc_wwpn_id_rules: simpleFile('/usr/lib/udev/rules.d/59-fc-wwpn-id.rules', {
      doc: 'Udev rule that names FC disks by port: check for the packaged fault in this rule file',
    }),
    vdo_status: simpleCommand('/usr/bin/vdo status', {
      doc: 'Status of VDO volumes: savings, physical space left and operating mode',
      effects: { needsRoot: true },
    }),
    vgdisplay: simpleCommand('/sbin/vgdisplay', {
      doc: 'Volume groups in readable form: size, free extents and number of volumes',
      effects: { loadsModules: true, needsRoot: true },
    }),
    vgs_noheadings: simpleCommand(
      '/sbin/vgs --nameprefixes --noheadings --separator=\'|\' -a -o vg_all --config="global{locking_type=0}"',
      {
        doc: 'Volume groups with all fields: partial groups, free space and system id',
        effects: { loadsModules: true, needsRoot: true },
      },
    ),
    vgs_with_foreign_and_shared: simpleCommand(
      "/sbin/vgs --nameprefixes --noheadings --separator='|' -a -o vg_all --nolocking --foreign --shared",
      {
        doc: 'Volume groups including those of other hosts and shared ones: see groups hidden by ownership',
        effects: { loadsModules: true, needsRoot: true },
      },
    ),
    wc_proc_1_mountinfo: simpleCommand('/usr/bin/wc -l /proc/1/mountinfo', {
      doc: 'Number of mounts that process 1 sees: very large counts slow down systemd',
    }),
    xfs_info: foreachExecute('/usr/sbin/xfs_info %s', xfsMounts(), {
      doc: 'Geometry and features of each mounted XFS file system: block size, log and reflink support',
    }),
    xfs_quota_state: simpleCommand("/sbin/xfs_quota -x -c 'state -gu'", {
      doc: 'Quota accounting and enforcement on XFS for users and groups: whether limits are active',
      effects: { needsRoot: true },
    }),
  },
  providers: [duDirList, dumpdevList, physicalDevices, raidDevices, xfsMounts],
  settings: [duDirs],
});
