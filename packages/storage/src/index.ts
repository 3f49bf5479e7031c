export * from './conditions.js';
export { storageLinux, storageLinux as linux } from './linux.js';
export * from './providers.js';
export { storage, storage as default, version } from './specs.js';
export { storageA, storageA as variantA } from './variant-a.js';
