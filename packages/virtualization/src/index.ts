export * from './conditions.js';
export { virtualizationLinux, virtualizationLinux as linux } from './linux.js';
export * from './providers.js';
export { version, virtualization, virtualization as default } from './specs.js';
export { virtualizationA, virtualizationA as variantA } from './variant-a.js';
