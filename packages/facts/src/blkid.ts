import { type BlockDevice, blockDevices, rowsOf } from '@hostspec/parse';
import { runLines } from '@hostspec/spec';
import { fact } from './fact.js';

/** The block devices of `/sbin/blkid -c /dev/null`, in its order; empty if it fails or needs root. */
export const blkid = fact(
  async (host): Promise<readonly BlockDevice[]> =>
    rowsOf(blockDevices, (await runLines(host, '/sbin/blkid -c /dev/null')) ?? []),
);
