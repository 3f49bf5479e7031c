import { runLines } from '@hostspec/spec';
import { fact } from './fact.js';

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
