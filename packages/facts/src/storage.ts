import {
  type BlockDevice,
  blockDevices,
  type FstabRow,
  fstabRows,
  type Mount,
  mountRows,
  rowsOf,
} from '@hostspec/parse';
import { readText, runLines } from '@hostspec/spec';
import { fact } from './fact.js';

/** The block devices of `/sbin/blkid -c /dev/null`, in its order; empty if it fails or needs root. */
export const blkid = fact(
  async (host): Promise<readonly BlockDevice[]> =>
    rowsOf(blockDevices, (await runLines(host, '/sbin/blkid -c /dev/null')) ?? []),
);

/** The rows of `/etc/fstab`, in its order; undefined if it cannot be read. */
export const fstab = fact(async (host): Promise<readonly FstabRow[] | undefined> => {
  const text = await readText(host, '/etc/fstab');
  return text === undefined ? undefined : rowsOf(fstabRows, text);
});

/** The mounted file systems, in the order of `/proc/mounts`; empty if it cannot be read. */
export const mounts = fact(
  async (host): Promise<readonly Mount[]> => rowsOf(mountRows, (await readText(host, '/proc/mounts')) ?? ''),
);

const command =
  '/sbin/pvs --nameprefixes --noheadings --separator=\'|\' -a -o pv_all,vg_name --config="global{locking_type=0}"';

/** The devices that pvs lists, LVM physical volumes and others, in its order; undefined if it fails. */
export const physicalVolumes = fact(async (host): Promise<readonly string[] | undefined> => {
  const lines = await runLines(host, command);
  return lines?.flatMap((line) => {
    const name = /(?:^|\|)\s*LVM2_PV_NAME='([^']+)'/.exec(line)?.[1];
    return name === undefined ? [] : [name];
  });
});
