import { existingPaths } from '@hostspec/facts';

/** The directories in which LXD and Incus have an entry for each instance. */
export const instanceDirectories = existingPaths(
  'instance_directories',
  ['/var/lib/incus', '/var/lib/lxd', '/var/snap/lxd/common/lxd'].flatMap((directory) => [
    `${directory}/containers`,
    `${directory}/virtual-machines`,
  ]),
);
