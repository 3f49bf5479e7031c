import { linux, simpleCommand } from '@hostspec/spec';
import { cluster } from './specs.js';

/** The cluster domain for all of Linux. */
export const clusterLinux = linux(cluster, {
  for: {
    cluster_conf: ['rhel'],
    corosync: ['rhel', 'suse'],
    sysconfig_pcsd: ['rhel', 'suse'],
    sysconfig_sbd: ['rhel', 'suse'],
    sysconfig_stonith: ['rhel', 'suse'],
  },
  logs: {
    pacemaker_log: { newest: 8_000_000 },
  },
  add: {
    crm_mon: simpleCommand('/usr/sbin/crm_mon -1 -r -f', {
      doc: 'Nodes and resources of a Pacemaker cluster, inactive ones too, with their failures',
      absentWhen: ['Connection to cluster failed', 'cluster is not available on this node'],
      origin: 'crm_mon(8)',
      effects: { needsRoot: true },
    }),
  },
});
