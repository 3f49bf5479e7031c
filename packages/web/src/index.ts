export { webLinux, webLinux as linux } from './linux.js';
export * from './providers.js';
export { version, web, web as default } from './specs.js';
export { webA, webA as variantA } from './variant-a.js';
