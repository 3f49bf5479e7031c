export * from './providers.js';
export { networking, networking as default } from './specs.js';
export { networkingA, networkingA as variantA } from './variant-a.js';
export { version } from './version.js';
