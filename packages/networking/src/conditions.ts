import { pathCondition, programCondition } from '@hostspec/facts';

/** Holds if the kernel tracks connections. */
export const conntrackLoaded = pathCondition('ConntrackLoaded', '/proc/sys/net/netfilter/nf_conntrack_count');

/** Holds if the kernel's load balancer is loaded. */
export const ipvsLoaded = pathCondition('IpvsLoaded', '/proc/net/ip_vs');

/** Holds if the host has ip of iproute2 or of BusyBox. */
export const hasIp = programCondition('HasIp', '/sbin/ip');

/** Holds if the host has ss. */
export const hasSs = programCondition('HasSs', '/usr/sbin/ss');
