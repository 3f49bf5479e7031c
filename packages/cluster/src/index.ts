export * from './conditions.js';
export { clusterLinux, clusterLinux as linux } from './linux.js';
export * from './providers.js';
export { cluster, cluster as default, version } from './specs.js';
export { clusterA, clusterA as variantA } from './variant-a.js';
