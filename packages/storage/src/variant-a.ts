import { firstOf, simpleCommand, simpleFile, variant } from '@hostspec/spec';
import { storage } from './specs.js';

/** The storage domain in its earlier variant A. */
export const storageA = variant(storage, {
  add: {
    ls_dev: simpleCommand('/bin/ls -lanR /dev', {
      doc: 'Recursive listing of device nodes: owners, modes and missing or stray files in /dev',
      absentWhen: ['No such file or directory'],
    }),
    ls_disk: simpleCommand('/bin/ls -lanR /dev/disk', {
      doc: 'Persistent disk names and where they point: match ids, paths and UUIDs to kernel devices',
      absentWhen: ['No such file or directory'],
    }),
    lsscsi: simpleCommand('/usr/bin/lsscsi', {
      doc: 'SCSI devices with address, model and node: which disks the kernel sees behind each adapter',
    }),
    lvm_conf: simpleFile('/etc/lvm/lvm.conf', {
      doc: 'LVM configuration as written: device filters, locking and volume activation rules',
    }),
    systool_b_scsi_v: firstOf(
      [simpleCommand('/usr/bin/systool -b scsi -v'), simpleCommand('/bin/systool -b scsi -v')],
      { doc: 'All attributes of the SCSI bus from sysfs: device states, queue depths and timeouts' },
    ),
  },
  omit: [
    'block_devices_by_uuid',
    'cifs_debug_data',
    'dumpe2fs_h',
    'filefrag',
    'luksmeta',
    'lvm_fullreport',
    'lvm_system_devices',
    'lvmconfig',
    'mdadm_D',
    'mdadm_detail_platform',
    'nfs_conf',
    'parted__l',
    'repquota_agnpuv',
    'smartctl_health',
    'sys_block_queue_discard_max_bytes',
    'sys_block_queue_max_segment_size',
    'sys_block_queue_stable_writes',
    'udev_66_md_rules',
    'vgs_with_foreign_and_shared',
    'wc_proc_1_mountinfo',
    'xfs_info',
    'xfs_quota_state',
  ],
});
