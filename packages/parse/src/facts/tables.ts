import { host } from './tables/host.js';
import { boot, kernelEvent, sysctl } from './tables/kernel.js';
import { address, listener, networkInterface } from './tables/network.js';
import { account, certificate } from './tables/security.js';
import { processTable, unit } from './tables/services.js';
import { packageTable, repository } from './tables/software.js';
import { filesystem, fstabFault, mount, raid } from './tables/storage.js';

/** Every table of typed facts, by name. */
export const factTables = {
  host,
  filesystem,
  interface: networkInterface,
  address,
  listener,
  package: packageTable,
  repository,
  unit,
  process: processTable,
  sysctl,
  mount,
  fstab_fault: fstabFault,
  raid,
  kernel_event: kernelEvent,
  boot,
  certificate,
  account,
} as const;
