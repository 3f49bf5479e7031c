import { processesNamed } from '@hostspec/facts';
import { defineCondition } from '@hostspec/spec';

/** Whether a Ceph monitor runs. */
export const isCephMonitor = defineCondition({
  name: 'IsCephMonitor',
  doc: 'Holds if a process whose name contains `ceph-mon` is running.',
  async evaluate({ host }) {
    const holds = (await processesNamed(host, 'ceph-mon')).length > 0;
    return { holds, reason: holds ? 'a Ceph monitor is running' : 'no Ceph monitor is running' };
  },
});
