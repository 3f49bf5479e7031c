import { firstFile, foreachExecute, insightsCore, simpleCommand, simpleFile, slice } from '@hostspec/spec';
import { isCephMonitor } from './conditions.js';
import { corosyncCmapctlCmds } from './providers.js';

/** The version of this package; written by `npm run release:version`. */
export const version = '1.0.0';

/** What ceph says on a host that has the client, but no configuration of a cluster. */
const noCluster = ['error calling conf_read_file'];

/** Pacemaker/Corosync, Ceph, Gluster. */
export const cluster = slice({
  name: 'cluster',
  version,
  origin: insightsCore,
  specs: {
    ceph_conf: firstFile(
      ['/var/lib/config-data/puppet-generated/ceph/etc/ceph/ceph.conf', '/etc/ceph/ceph.conf'],
      { doc: 'Ceph client and daemon configuration: monitors, networks and tuning' },
    ),
    ceph_health_detail: simpleCommand('/usr/bin/ceph health detail -f json', {
      doc: 'Health of a Ceph cluster with reasons as JSON: degraded placement groups and slow requests',
      absentWhen: noCluster,
      effects: { network: true, needsRoot: true },
    }),
    ceph_insights: simpleCommand('/usr/bin/ceph insights', {
      doc: 'Combined Ceph report of the manager module: health history, crashes and topology',
      when: isCephMonitor(),
      effects: { network: true, needsRoot: true },
    }),
    ceph_osd_dump: simpleCommand('/usr/bin/ceph osd dump -f json', {
      doc: 'OSD map as JSON: pools, flags, weights and feature levels',
      absentWhen: noCluster,
      effects: { network: true, needsRoot: true },
    }),
    ceph_osd_tree: simpleCommand('/usr/bin/ceph osd tree -f json', {
      doc: 'OSD hierarchy as JSON: hosts, weights and daemons that are down',
      absentWhen: noCluster,
      effects: { network: true, needsRoot: true },
    }),
    ceph_v: simpleCommand('/usr/bin/ceph -v', {
      doc: 'Version of the installed Ceph client: match it with the cluster release',
    }),
    cib_xml: simpleFile('/var/lib/pacemaker/cib/cib.xml', {
      doc: 'Pacemaker configuration as stored on disk: resources, constraints and fencing',
      effects: { needsRoot: true },
    }),
    cluster_conf: simpleFile('/etc/cluster/cluster.conf', {
      doc: 'Configuration of a cman cluster on older releases: nodes, fencing and services',
    }),
    corosync: simpleFile('/etc/sysconfig/corosync', {
      doc: 'Start options of corosync: environment of the cluster engine',
    }),
    corosync_cmapctl: foreachExecute('%s', corosyncCmapctlCmds(), {
      doc: 'Runtime map of corosync: members, ring state and scheduling misses',
      effects: {
        changesState: {
          what: '-d deletes a key of the cluster map and -C clears its statistics',
          arguments: ['-d', '-C'],
        },
        needsRoot: true,
      },
    }),
    corosync_conf: simpleFile('/etc/corosync/corosync.conf', {
      doc: 'Corosync configuration: transport, token timeout and quorum settings',
    }),
    gluster_v_info: simpleCommand('/usr/sbin/gluster volume info', {
      doc: 'Gluster volumes with type, bricks and options: layout and risky settings',
      absentWhen: ['check if gluster daemon is operational'],
      effects: { needsRoot: true },
    }),
    pacemaker_log: firstFile(['/var/log/pacemaker.log', '/var/log/pacemaker/pacemaker.log'], {
      doc: 'Log of Pacemaker: failed actions, fencing and resource moves',
      effects: { needsRoot: true },
    }),
    pcs_quorum_status: simpleCommand('/usr/sbin/pcs quorum status', {
      doc: 'Quorum state of the cluster: votes, members and quorum device',
      absentWhen: ['Cannot initialize CMAP service'],
      effects: { needsRoot: true },
    }),
    pcs_status: simpleCommand('/usr/sbin/pcs status', {
      doc: 'Overall cluster status: nodes, resources, failed actions and daemons',
      absentWhen: ['is pacemaker running?'],
      effects: { network: true, needsRoot: true },
    }),
    sysconfig_pcsd: simpleFile('/etc/sysconfig/pcsd', {
      doc: 'Settings of the cluster configuration daemon: TLS versions, ciphers and port',
    }),
    sysconfig_sbd: simpleFile('/etc/sysconfig/sbd', {
      doc: 'Settings of storage-based fencing: devices, watchdog and timeouts',
    }),
    sysconfig_stonith: simpleFile('/etc/sysconfig/stonith', {
      doc: 'Settings for fencing helpers: what happens to a node that is fenced with a kernel dump',
    }),
  },
  providers: [corosyncCmapctlCmds],
  conditions: [isCephMonitor],
});
