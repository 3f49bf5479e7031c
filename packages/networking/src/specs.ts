import { selinuxDisabled } from '@hostspec/facts';
import { foreachExecute, globFile, insightsCore, simpleCommand, simpleFile, slice } from '@hostspec/spec';
import { interfaces, teamInterfaces } from './providers.js';

/** The version of this package; written by `npm run release:version`. */
export const version = '1.0.0';

/** What nmcli says if NetworkManager or the system bus does not run. */
export const noNetworkManager = ['NetworkManager is not running', 'Could not create NMClient object'];

/** Interfaces, routes, firewall, sockets, Open vSwitch. */
export const networking = slice({
  name: 'networking',
  version,
  origin: insightsCore,
  specs: {
    bond: globFile(['/proc/net/bonding/*'], {
      doc: 'State of each bonded interface: mode, active member and link failures',
    }),
    bond_dynamic_lb: globFile(['/sys/class/net/*/bonding/tlb_dynamic_lb'], {
      doc: 'Dynamic load balancing flag of each bond: how transmit load is spread over its members',
    }),
    brctl_show: simpleCommand('/usr/sbin/brctl show', {
      doc: 'Bridges and their member ports: wiring of virtual machines and containers',
      absentWhen: ["invalid argument 'show'"],
    }),
    ethtool: foreachExecute('/sbin/ethtool %s', interfaces(), {
      doc: 'Link settings of each NIC: speed, duplex, autonegotiation and link state',
    }),
    ethtool_S: foreachExecute('/sbin/ethtool -S %s', interfaces(), {
      doc: 'NIC driver statistics: dropped, missed and error counters of the hardware',
      absentWhen: ['no stats available'],
    }),
    ethtool_T: foreachExecute('/sbin/ethtool -T %s', interfaces(), {
      doc: 'NIC time stamping support: whether precise time protocol can use hardware clocks',
    }),
    ethtool_c: foreachExecute('/sbin/ethtool -c %s', interfaces(), {
      doc: 'NIC interrupt coalescing: weigh latency against processor load',
      absentWhen: ['Operation not supported'],
    }),
    ethtool_g: foreachExecute('/sbin/ethtool -g %s', interfaces(), {
      doc: 'NIC ring buffer sizes: spot dropped packets from rings that are too small',
      absentWhen: ['Operation not supported'],
    }),
    ethtool_i: foreachExecute('/sbin/ethtool -i %s', interfaces(), {
      doc: 'NIC driver and firmware versions: match interfaces with known driver faults',
    }),
    ethtool_k: foreachExecute('/sbin/ethtool -k %s', interfaces(), {
      doc: 'NIC offload features: segmentation and checksum offloads behind corruption or slowness',
    }),
    ethtool_priv_flags: foreachExecute('/sbin/ethtool --show-priv-flags %s', interfaces(), {
      doc: 'Private driver flags of each NIC: vendor switches that change hardware behaviour',
      absentWhen: ['Operation not supported'],
    }),
    firewall_cmd_list_all_zones: simpleCommand('/usr/bin/firewall-cmd --list-all-zones', {
      doc: 'All firewalld zones with services, ports and rules: what is let in and where',
      absentWhen: ['FirewallD is not running', 'DBUS_ERROR: Failed to connect to socket'],
      effects: { needsRoot: true },
    }),
    firewalld_conf: simpleFile('/etc/firewalld/firewalld.conf', {
      doc: 'Firewalld configuration: default zone, backend and clean-up behaviour',
      effects: { needsRoot: true },
    }),
    hosts: simpleFile('/etc/hosts', {
      doc: 'Static host name table: entries that override DNS or lack the own name',
    }),
    ifcfg: globFile(['/etc/sysconfig/network-scripts/ifcfg-*'], {
      doc: 'Legacy interface configuration files: addresses, bonding and boot settings',
    }),
    ifcfg_static_route: globFile(['/etc/sysconfig/network-scripts/route-*'], {
      doc: 'Legacy static route files: extra routes per interface',
    }),
    ip6tables: simpleCommand('/sbin/ip6tables-save', {
      doc: 'IPv6 packet filter rules loaded in the kernel: what is accepted or dropped',
      effects: { loadsModules: true, needsRoot: true },
    }),
    ip6tables_permanent: simpleFile('etc/sysconfig/ip6tables', {
      doc: 'Saved IPv6 packet filter rules: what gets loaded at the next boot',
      effects: { needsRoot: true },
    }),
    ip_addr: simpleCommand('/sbin/ip addr', {
      doc: 'Addresses and state of all interfaces: missing, duplicate or down interfaces',
    }),
    ip_addresses: simpleCommand('/bin/hostname -I', {
      doc: 'All addresses of the host in one line: a quick identity without interface names',
    }),
    ip_route_show_table_all: simpleCommand('/sbin/ip route show table all', {
      doc: 'Routes of every routing table: wrong gateways and policy routing',
    }),
    ip_s_link: simpleCommand('/sbin/ip -s -d link', {
      doc: 'Packet, error and drop counters of each interface with link details: lossy interfaces',
    }),
    ipsec_conf: simpleFile('/etc/ipsec.conf', {
      doc: 'Libreswan configuration: IPsec tunnels, ciphers and protocol versions',
    }),
    iptables: simpleCommand('/sbin/iptables-save', {
      doc: 'IPv4 packet filter rules loaded in the kernel: open ports, NAT and drops',
      effects: { loadsModules: true, needsRoot: true },
    }),
    iptables_permanent: simpleFile('etc/sysconfig/iptables', {
      doc: 'Saved IPv4 packet filter rules: compare with the rules loaded now',
      effects: { needsRoot: true },
    }),
    ipv4_neigh: simpleCommand('/sbin/ip -4 neighbor show nud all', {
      doc: 'ARP table with all states: unreachable neighbours and an overflowing cache',
    }),
    ipv6_neigh: simpleCommand('/sbin/ip -6 neighbor show nud all', {
      doc: 'IPv6 neighbour table with all states: failed discovery and cache size',
    }),
    mac_addresses: globFile(['/sys/class/net/*/address'], {
      doc: 'Hardware address of each interface: duplicates after cloning',
    }),
    multicast_querier: simpleCommand(
      '/usr/bin/find /sys/devices/virtual/net/ -name multicast_querier -print -exec cat {} \\;',
      { doc: 'Multicast querier flag of each bridge: a missing querier breaks cluster multicast' },
    ),
    netstat: simpleCommand('/bin/netstat -neopa', {
      doc: 'Connections and listeners with user, timer and process: who talks on which port',
    }),
    netstat_i: simpleCommand('/bin/netstat -i', {
      doc: 'Interface table with error, drop and overrun counters: the short view of losses',
    }),
    netstat_s: simpleCommand('/bin/netstat -s', {
      doc: 'Protocol statistics: retransmissions, resets, buffer errors and listen drops',
    }),
    networkmanager_conf: simpleFile('/etc/NetworkManager/NetworkManager.conf', {
      doc: 'NetworkManager configuration: DNS handling, plugins and default behaviour',
    }),
    networkmanager_dispatcher_d: globFile(['/etc/NetworkManager/dispatcher.d/*-dhclient'], {
      doc: 'DHCP dispatcher scripts of NetworkManager: check for the script hit by command injection',
    }),
    nfnetlink_queue: simpleFile('/proc/net/netfilter/nfnetlink_queue', {
      doc: 'Netfilter user-space queues: packets waiting or dropped by a packet inspector',
      effects: { needsRoot: true },
    }),
    nft_list_ruleset: simpleCommand('/sbin/nft -j list ruleset', {
      doc: 'Complete nftables ruleset as JSON: the real filter behind every firewall tool',
      effects: { loadsModules: true, needsRoot: true },
    }),
    nmcli_conn_show: simpleCommand('/usr/bin/nmcli conn show', {
      doc: 'NetworkManager connection profiles: which ones are active and on which device',
      absentWhen: noNetworkManager,
    }),
    nmcli_dev_show: simpleCommand('/usr/bin/nmcli dev show', {
      doc: 'Details of each device in NetworkManager: state, addresses, DNS servers and routes',
      absentWhen: noNetworkManager,
    }),
    ovs_appctl_fdb_show_bridge: foreachExecute(
      '/usr/bin/ovs-appctl fdb/show %s',
      simpleCommand('/usr/bin/ovs-vsctl list-br'),
      {
        doc: 'MAC learning table of each Open vSwitch bridge: where addresses are learnt, and loops',
        effects: { needsRoot: true },
      },
    ),
    ovs_vsctl_list_br: simpleCommand('/usr/bin/ovs-vsctl list-br', {
      doc: 'Names of Open vSwitch bridges: the list for the per-bridge entries',
      absentWhen: ['database connection failed (No such file or directory)'],
      effects: { needsRoot: true },
    }),
    ovs_vsctl_list_bridge: simpleCommand('/usr/bin/ovs-vsctl list bridge', {
      doc: 'Full records of Open vSwitch bridges: options, controllers and flow tables',
      absentWhen: ['database connection failed (No such file or directory)'],
      effects: { needsRoot: true },
    }),
    ovs_vsctl_show: simpleCommand('/usr/bin/ovs-vsctl show', {
      doc: 'Open vSwitch layout: bridges, ports and interface errors',
      absentWhen: ['database connection failed (No such file or directory)'],
      effects: { needsRoot: true },
    }),
    proc_netstat: simpleFile('proc/net/netstat', {
      doc: 'Extended TCP and IP counters of the kernel: listen overflows, pruned sockets and time-wait reuse',
    }),
    proc_snmp_ipv4: simpleFile('proc/net/snmp', {
      doc: 'IPv4, TCP and UDP counters of the kernel: retransmissions, receive errors and resets',
    }),
    proc_snmp_ipv6: simpleFile('proc/net/snmp6', {
      doc: 'IPv6 counters of the kernel: discards, missing routes and receive errors',
    }),
    resolv_conf: simpleFile('/etc/resolv.conf', {
      doc: 'Resolver configuration: name servers, search list and options',
    }),
    sctp_asc: simpleFile('/proc/net/sctp/assocs', {
      doc: 'Current SCTP associations: peers, queues and retransmissions',
    }),
    sctp_eps: simpleFile('/proc/net/sctp/eps', {
      doc: 'SCTP endpoints: listening sockets, ports and owners',
    }),
    sctp_snmp: simpleFile('/proc/net/sctp/snmp', {
      doc: 'SCTP counters: aborted associations and checksum errors',
    }),
    sockstat: simpleFile('/proc/net/sockstat', {
      doc: 'Socket counts and memory by protocol: orphaned sockets and TCP memory pressure',
    }),
    softnet_stat: simpleFile('proc/net/softnet_stat', {
      doc: 'Packet backlog counters of each CPU: drops and squeezes in receive processing',
    }),
    ss: simpleCommand('/usr/sbin/ss -tupna', {
      doc: 'TCP and UDP sockets with owners: listening ports and connection states',
      effects: { loadsModules: true },
    }),
    sysconfig_network: simpleFile('etc/sysconfig/network', {
      doc: 'Legacy network defaults: host name, gateway and IPv6 switches',
    }),
    teamdctl_config_dump: foreachExecute('/usr/bin/teamdctl %s config dump', teamInterfaces(), {
      doc: 'Running configuration of each team device: runner, ports and link watch',
      when: selinuxDisabled(),
      effects: { needsRoot: true },
    }),
    teamdctl_state_dump: foreachExecute('/usr/bin/teamdctl %s state dump', teamInterfaces(), {
      doc: 'State of each team device as JSON: active port and failing links',
      when: selinuxDisabled(),
      effects: { needsRoot: true },
    }),
  },
  providers: [interfaces, teamInterfaces],
  conditions: [selinuxDisabled],
});
