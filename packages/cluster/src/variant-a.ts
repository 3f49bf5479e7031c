import { foreachExecute, globFile, simpleCommand, variant } from '@hostspec/spec';
import { corosyncCmapctlCmdList } from './providers.js';
import { cluster } from './specs.js';

/** The cluster domain in its earlier variant A. */
export const clusterA = variant(cluster, {
  override: {
    corosync_cmapctl: foreachExecute('%s', corosyncCmapctlCmdList(), {
      doc: 'Runtime map of corosync: members, ring state and scheduling misses',
      effects: {
        changesState: {
          what: '-d deletes a key of the cluster map and -C clears its statistics',
          arguments: ['-d', '-C'],
        },
        needsRoot: true,
      },
    }),
  },
  add: {
    ceph_df_detail: simpleCommand('/usr/bin/ceph df detail -f json', {
      doc: 'Space of a Ceph cluster by pool as JSON: pools close to full',
      effects: { network: true, needsRoot: true },
    }),
    ceph_log: globFile(['var/log/ceph/ceph.log*'], {
      doc: 'Cluster logs of Ceph: state changes, slow requests and monitor events',
      effects: { needsRoot: true },
    }),
    ceph_osd_ec_profile_ls: simpleCommand('/usr/bin/ceph osd erasure-code-profile ls', {
      doc: 'Names of the erasure code profiles: which coding schemes exist',
      effects: { network: true, needsRoot: true },
    }),
    ceph_osd_log: globFile(['var/log/ceph/ceph-osd*.log'], {
      doc: 'Logs of the Ceph storage daemons: failing disks and heartbeat losses',
      effects: { needsRoot: true },
    }),
    ceph_s: simpleCommand('/usr/bin/ceph -s -f json', {
      doc: 'Summary of a Ceph cluster as JSON: health, quorum and recovery',
      effects: { network: true, needsRoot: true },
    }),
  },
  omit: ['sysconfig_pcsd', 'sysconfig_sbd', 'sysconfig_stonith'],
  providers: [corosyncCmapctlCmdList],
});
