import { listdir, simpleCommand, simpleFile, variant } from '@hostspec/spec';
import { networking } from './specs.js';

/** The networking domain in its earlier variant A. */
export const networkingA = variant(networking, {
  add: {
    ethernet_interfaces: listdir('/sys/class/net', {
      doc: 'Names of all network interfaces: the list that per-interface commands go through',
    }),
    namespace: simpleCommand('/bin/ls /var/run/netns', {
      doc: 'Named network namespaces: isolated networks of routers and virtual tenants',
      absentWhen: ['No such file or directory'],
    }),
    netstat_agn: simpleCommand('/bin/netstat -agn', {
      doc: 'Multicast group memberships by interface: check cluster and discovery traffic',
    }),
    openvswitch_other_config: simpleCommand('/usr/bin/ovs-vsctl -t 5 get Open_vSwitch . other_config', {
      doc: 'Global options of Open vSwitch: DPDK, CPU masks and flow limits',
      absentWhen: ['database connection failed (No such file or directory)'],
      effects: { needsRoot: true },
    }),
    rdma_conf: simpleFile('/etc/rdma/rdma.conf', {
      doc: 'RDMA start-up configuration: which InfiniBand modules are loaded at boot',
    }),
  },
  omit: [
    'ethtool_priv_flags',
    'ip6tables_permanent',
    'nft_list_ruleset',
    'ovs_appctl_fdb_show_bridge',
    'ovs_vsctl_list_br',
    'teamdctl_config_dump',
    'teamdctl_state_dump',
  ],
});
