export { databasesLinux, databasesLinux as linux } from './linux.js';
export * from './providers.js';
export { databases, databases as default, version } from './specs.js';
export { databasesA, databasesA as variantA } from './variant-a.js';
