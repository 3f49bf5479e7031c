export { softwareLinux, softwareLinux as linux } from './linux.js';
export * from './providers.js';
export { software, software as default, version } from './specs.js';
export { softwareA, softwareA as variantA } from './variant-a.js';
