export { systemLinux, systemLinux as linux } from './linux.js';
export * from './providers.js';
export { system, system as default, version } from './specs.js';
export { systemA, systemA as variantA } from './variant-a.js';
