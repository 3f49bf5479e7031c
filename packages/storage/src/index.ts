export * from './providers.js';
export { storage, storage as default } from './specs.js';
export { storageA, storageA as variantA } from './variant-a.js';
export { version } from './version.js';
