import { foreachExecute, globFile, linux, not, simpleCommand, simpleFile } from '@hostspec/spec';
import { conntrackLoaded, hasIp, hasSs, ipvsLoaded } from './conditions.js';
import { interfaces } from './providers.js';
import { networking, noNetworkManager } from './specs.js';

const ethtoolLacks = { absentWhen: ['Operation not supported'], origin: 'ethtool(8)' };
const noChronyd = {
  absentWhen: ['506 Cannot talk to daemon', 'Could not open connection to daemon'],
  origin: 'chronyc(1)',
};

/** The networking domain for all of Linux. */
export const networkingLinux = linux(networking, {
  for: {
    ifcfg: ['rhel'],
    ifcfg_static_route: ['rhel'],
    ip6tables_permanent: ['rhel'],
    iptables_permanent: ['rhel'],
    networkmanager_dispatcher_d: ['rhel'],
    sysconfig_network: ['rhel'],
  },
  add: {
    bridge_fdb: simpleCommand('/sbin/bridge fdb show', {
      doc: 'Forwarding table of bridges and VXLANs: behind which port an address was learnt',
      origin: 'bridge(8)',
    }),
    bridge_link: simpleCommand('/sbin/bridge -d link show', {
      doc: 'Ports of bridges with spanning tree state, cost and flags: a blocked or isolated port',
      origin: 'bridge(8)',
    }),
    bridge_vlan: simpleCommand('/sbin/bridge vlan show', {
      doc: 'VLANs of each bridge port: a tag that is missing on one side',
      origin: 'bridge(8)',
    }),
    chrony_conf_deb: globFile(
      [
        '/etc/chrony/chrony.conf',
        '/etc/chrony/conf.d/*.conf',
        '/etc/chrony/sources.d/*.sources',
        '/etc/chrony.d/*.conf',
      ],
      {
        doc: 'Chrony configuration on Debian, Alpine and SUSE: time servers, step limits and local sources',
        origin: 'chrony.conf(5)',
      },
    ),
    chrony_sourcestats: simpleCommand('/usr/bin/chronyc -n sourcestats', {
      doc: 'Quality of each time source: drift, spread and number of samples',
      ...noChronyd,
    }),
    chrony_tracking: simpleCommand('/usr/bin/chronyc -n tracking', {
      doc: 'Clock as chrony sees it: reference, stratum, offset and leap status',
      ...noChronyd,
    }),
    conntrack_limits: globFile(
      [
        '/proc/sys/net/netfilter/nf_conntrack_count',
        '/proc/sys/net/netfilter/nf_conntrack_max',
        '/proc/net/stat/nf_conntrack',
      ],
      {
        doc: 'Tracked connections, their limit and the counters of each CPU: a full table drops packets',
        origin: 'https://docs.kernel.org/networking/nf_conntrack-sysctl.html',
      },
    ),
    conntrack_stats: simpleCommand('/usr/sbin/conntrack -S', {
      doc: 'Connection tracking counters of each CPU: insertions that failed and dropped packets',
      origin: 'conntrack(8)',
      // Without the module, the query would load it, and the kernel would begin to track connections.
      when: conntrackLoaded(),
      effects: { loadsModules: true, needsRoot: true },
    }),
    devlink_info: simpleCommand('/sbin/devlink dev info', {
      doc: 'Driver, serial number and firmware versions of smart NICs: firmware with a known fault',
      absentWhen: ['Failed to connect to devlink'],
      origin: 'devlink-dev(8)',
      effects: { needsRoot: true },
    }),
    dhcp_leases: globFile(
      [
        '/var/lib/dhcp/*.leases',
        '/var/lib/dhcp/*.lease',
        '/var/lib/dhcpcd/*.lease',
        '/var/lib/NetworkManager/*.lease',
        '/run/systemd/netif/leases/*',
      ],
      {
        doc: 'What DHCP servers gave: address, gateway, name servers and expiry of each lease',
        origin: 'dhclient.leases(5)',
      },
    ),
    ethtool_a: foreachExecute('/sbin/ethtool -a %s', interfaces(), {
      doc: 'Pause frame settings of each NIC: flow control that the switch does not share',
      ...ethtoolLacks,
    }),
    ethtool_fec: foreachExecute('/sbin/ethtool --show-fec %s', interfaces(), {
      doc: 'Forward error correction of each NIC: a mode that does not match the switch keeps the link down',
      ...ethtoolLacks,
    }),
    ethtool_l: foreachExecute('/sbin/ethtool -l %s', interfaces(), {
      doc: 'Queues of each NIC, in use and possible: one queue makes one CPU handle all packets',
      ...ethtoolLacks,
    }),
    ethtool_m: foreachExecute('/sbin/ethtool -m %s', interfaces(), {
      doc: 'Plug-in module of each NIC: type, serial number, temperature and optical power',
      ...ethtoolLacks,
      effects: { needsRoot: true },
    }),
    firewall_files: globFile(
      [
        '/etc/nftables.conf',
        '/etc/nftables.d/*',
        '/etc/nftables/*.nft',
        '/etc/sysconfig/nftables.conf',
        '/etc/iptables/rules.v4',
        '/etc/iptables/rules.v6',
        '/etc/iptables/rules-save',
        '/etc/iptables/rules6-save',
        '/etc/iptables/*.rules',
      ],
      {
        doc: 'Firewall rules that are loaded at boot: compare with the rules in force',
        origin: 'nft(8)',
        effects: { needsRoot: true },
      },
    ),
    frr_conf: globFile(['/etc/frr/frr.conf', '/etc/frr/daemons', '/etc/bird/bird.conf', '/etc/bird.conf'], {
      doc: 'Routing daemons FRR and BIRD: neighbours, announced networks and filters',
      origin: 'https://docs.frrouting.org/en/latest/basic.html',
      effects: { needsRoot: true },
    }),
    hostname_files: globFile(
      ['/etc/hostname', '/etc/mailname', '/etc/networks', '/etc/host.conf', '/etc/gai.conf'],
      {
        doc: 'Configured host and mail name, and the order of address families: a name that differs from the running one',
        origin: 'hostname(5)',
      },
    ),
    hosts_access: globFile(['/etc/hosts.allow', '/etc/hosts.deny'], {
      doc: 'TCP wrapper rules: connections that a service refuses although the firewall lets them in',
      origin: 'hosts_access(5)',
    }),
    ip6_route: simpleCommand('/sbin/ip -6 route show table all', {
      doc: 'IPv6 routes of every routing table: missing defaults and stale router advertisements',
      origin: 'ip-route(8)',
    }),
    ip_maddr: simpleCommand('/sbin/ip maddr show', {
      doc: 'Multicast groups that each interface has joined: check cluster and discovery traffic',
      origin: 'ip-maddress(8)',
    }),
    ip_netns: simpleCommand('/sbin/ip netns list', {
      doc: 'Named network namespaces: isolated networks that other commands do not show',
      origin: 'ip-netns(8)',
    }),
    ip_rule: simpleCommand('/sbin/ip rule show', {
      doc: 'Policy routing rules: which routing table a packet uses',
      origin: 'ip-rule(8)',
    }),
    ip_xfrm_policy: simpleCommand('/sbin/ip xfrm policy list', {
      doc: 'IPsec policies in the kernel: which traffic must be encrypted, without keys',
      origin: 'ip-xfrm(8)',
      effects: { loadsModules: true, needsRoot: true },
    }),
    ipset_list: simpleCommand('/sbin/ipset list -t', {
      doc: 'IP sets of the packet filter with type, size and references, without members',
      absentWhen: ['Cannot open session to kernel'],
      origin: 'ipset(8)',
      effects: { loadsModules: true, needsRoot: true },
    }),
    // The listing of iptables itself would create the tables that it lists; saving them does not.
    iptables_counters: simpleCommand('/sbin/iptables-save -c', {
      doc: 'IPv4 packet filter rules with packets and bytes of each: rules that drop, and rules that never match',
      origin: 'iptables-save(8)',
      effects: { loadsModules: true, needsRoot: true },
    }),
    ipvs: simpleCommand('/sbin/ipvsadm -Ln --stats', {
      doc: 'Virtual services of the load balancer in the kernel: real servers and their traffic',
      origin: 'ipvsadm(8)',
      // Without the module, ipvsadm would load it.
      when: ipvsLoaded(),
      effects: { needsRoot: true },
    }),
    iw_dev: simpleCommand('/usr/sbin/iw dev', {
      doc: 'Wi-Fi interfaces: network, channel, mode and transmit power',
      absentWhen: ['nl80211 not found'],
      origin: 'iw(8)',
      effects: { loadsModules: true },
    }),
    keepalived_conf: globFile(['/etc/keepalived/keepalived.conf', '/etc/keepalived/conf.d/*.conf'], {
      doc: 'Keepalived: floating addresses, priorities and health checks',
      origin: 'keepalived.conf(5)',
      effects: { needsRoot: true },
    }),
    lldp_neighbours: simpleCommand('/usr/sbin/lldpctl -f json', {
      doc: 'Switch and port at the other end of each cable, as LLDP announces them; not on Debian, where lldpctl belongs to another account',
      absentWhen: ['unable to connect to socket'],
      origin: 'lldpctl(8)',
      effects: { needsRoot: true },
    }),
    net_class_state: globFile(
      ['/sys/class/net/*/operstate', '/sys/class/net/*/carrier_changes', '/sys/class/net/*/mtu'],
      {
        doc: 'State, MTU and number of carrier changes of each interface: links that flap',
        origin: 'https://docs.kernel.org/admin-guide/abi-testing.html',
      },
    ),
    networkmanager_conf_d: globFile(
      ['/etc/NetworkManager/conf.d/*.conf', '/usr/lib/NetworkManager/conf.d/*.conf'],
      {
        doc: 'NetworkManager drop-in configuration: devices that it does not manage, DNS and DHCP options',
        origin: 'NetworkManager.conf(5)',
      },
    ),
    networkmanager_connections: globFile(
      ['/etc/NetworkManager/system-connections/*', '/run/NetworkManager/system-connections/*'],
      {
        doc: 'NetworkManager connection profiles as files: addresses, routes and when each connects',
        origin: 'nm-settings-keyfile(5)',
        effects: { needsRoot: true },
      },
    ),
    nft_ruleset: simpleCommand('/usr/sbin/nft list ruleset', {
      doc: 'Complete nftables ruleset in the language of nft: what is accepted, dropped or translated',
      origin: 'nft(8)',
      effects: { loadsModules: true, needsRoot: true },
    }),
    nmcli_general: simpleCommand('/usr/bin/nmcli general status', {
      doc: 'Overall state of NetworkManager: connectivity, and whether Wi-Fi and mobile radio are on',
      absentWhen: noNetworkManager,
      origin: 'nmcli(1)',
    }),
    nstat: simpleCommand('/usr/bin/nstat -asz', {
      doc: 'All network counters of the kernel by name: retransmissions, overflows and drops',
      origin: 'nstat(8)',
    }),
    ntpsec_conf: globFile(
      ['/etc/ntpsec/ntp.conf', '/etc/ntpsec/ntp.d/*.conf', '/etc/openntpd/ntpd.conf', '/etc/linuxptp/*.conf'],
      {
        doc: 'Configuration of NTPsec, OpenNTPD and the precision time protocol: time sources and restrictions',
        origin: 'ntp.conf(5)',
      },
    ),
    // Containers and minimal installations lack iproute2.
    proc_net_addresses: globFile(
      ['/proc/net/fib_trie', '/proc/net/if_inet6', '/proc/net/ipv6_route', '/proc/net/route'],
      {
        doc: 'Addresses and routes as the kernel lists them, in hexadecimal, on a host without ip',
        origin: 'proc(5)',
        when: not(hasIp()),
      },
    ),
    proc_net_dev: simpleFile('/proc/net/dev', {
      doc: 'Packets, errors and drops of each interface, from the kernel itself',
      origin: 'proc(5)',
    }),
    proc_net_sockets: simpleCommand(
      '/bin/grep -s "" /sys/kernel/cpu_byteorder /proc/net/tcp /proc/net/tcp6 /proc/net/udp /proc/net/udp6',
      {
        doc: 'Sockets as the kernel lists them, in hexadecimal, on a host without ss: state 0A listens',
        origin: 'proc(5)',
        // Two of the files are missing without IPv6, and the order of bytes before Linux 6.2.
        keepRc: true,
        when: not(hasSs()),
      },
    ),
    resolver_files: globFile(
      [
        '/etc/resolvconf/resolv.conf.d/*',
        '/run/systemd/resolve/resolv.conf',
        '/run/systemd/resolve/stub-resolv.conf',
        '/etc/dnsmasq.conf',
        '/etc/dnsmasq.d/*',
      ],
      {
        doc: 'Name servers behind a local stub: systemd-resolved, resolvconf and dnsmasq',
        origin: 'systemd-resolved.service(8)',
      },
    ),
    ss_listening: simpleCommand('/usr/bin/ss -lntup', {
      doc: 'Listening TCP and UDP ports with their processes, without name look-ups',
      origin: 'ss(8)',
      effects: { loadsModules: true },
    }),
    ss_summary: simpleCommand('/usr/bin/ss -s', {
      doc: 'Number of sockets by protocol and state: too many in time-wait, orphaned or closed',
      origin: 'ss(8)',
      effects: { loadsModules: true },
    }),
    ss_tcp_info: simpleCommand('/usr/bin/ss -tnoi', {
      doc: 'Round trip time, window and retransmissions of each TCP connection: slow and lossy paths',
      origin: 'ss(8)',
      effects: { loadsModules: true },
    }),
    ss_unix: simpleCommand('/usr/bin/ss -xap', {
      doc: 'Local sockets with their processes and queues: a service that no longer accepts connections',
      origin: 'ss(8)',
      effects: { loadsModules: true },
    }),
    tc_qdisc: simpleCommand('/sbin/tc -s qdisc show', {
      doc: 'Packet queues of each interface with drops and backlog: shaping and overflowing queues',
      origin: 'tc(8)',
    }),
    vpn_conf: globFile(
      [
        '/etc/wireguard/*.conf',
        '/etc/openvpn/*.conf',
        '/etc/openvpn/server/*.conf',
        '/etc/openvpn/client/*.conf',
        '/etc/swanctl/swanctl.conf',
        '/etc/swanctl/conf.d/*.conf',
      ],
      {
        doc: 'Tunnels of WireGuard, OpenVPN and strongSwan as configured: peers, networks and options',
        origin: 'wg-quick(8)',
        effects: { needsRoot: true },
      },
    ),
    wireguard: simpleCommand('/usr/bin/wg show', {
      doc: 'WireGuard interfaces: peers, last handshake and traffic; wg hides the keys',
      origin: 'wg(8)',
      effects: { needsRoot: true },
    }),
  },
  conditions: [conntrackLoaded, hasIp, hasSs, ipvsLoaded],
});
