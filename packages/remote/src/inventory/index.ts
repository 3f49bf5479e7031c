export type { InventoryUse } from './ansible-inventory.js';
export type { Connection, FleetHost, UnusableHost } from './connection.js';
export { type NamedHosts, readHosts } from './read-hosts.js';
