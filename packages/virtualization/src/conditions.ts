import { pathCondition } from '@hostspec/facts';

/** Holds if the file system with Proxmox's configuration is served. */
export const proxmoxFilesServed = pathCondition('ProxmoxFilesServed', '/run/pve-cluster.pid');
