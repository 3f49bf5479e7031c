import { pathCondition } from '@hostspec/facts';

/** Holds if the kernel tracks connections. */
export const conntrackLoaded = pathCondition('ConntrackLoaded', '/proc/sys/net/netfilter/nf_conntrack_count');

/** Holds if the kernel's load balancer is loaded. */
export const ipvsLoaded = pathCondition('IpvsLoaded', '/proc/net/ip_vs');
