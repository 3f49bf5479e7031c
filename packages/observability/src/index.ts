export * from './conditions.js';
export { observabilityLinux, observabilityLinux as linux } from './linux.js';
export * from './providers.js';
export { observability, observability as default, version } from './specs.js';
export { observabilityA, observabilityA as variantA } from './variant-a.js';
