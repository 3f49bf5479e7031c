import { pathCondition } from '@hostspec/facts';

/** Holds if the kernel's part of DRBD is loaded. */
export const drbdLoaded = pathCondition('DrbdLoaded', '/proc/drbd');

/** Holds if the kernel's part of ZFS is loaded. */
export const zfsLoaded = pathCondition('ZfsLoaded', '/sys/module/zfs');
