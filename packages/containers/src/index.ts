export * from './conditions.js';
export { containersLinux, containersLinux as linux } from './linux.js';
export * from './providers.js';
export { containers, containers as default, version } from './specs.js';
export { containersA, containersA as variantA } from './variant-a.js';
