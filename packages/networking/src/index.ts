export * from './conditions.js';
export { networkingLinux, networkingLinux as linux } from './linux.js';
export * from './providers.js';
export { networking, networking as default, version } from './specs.js';
export { networkingA, networkingA as variantA } from './variant-a.js';
