export * from './conditions.js';
export { kernelLinux, kernelLinux as linux } from './linux.js';
export * from './providers.js';
export { kernel, kernel as default, version } from './specs.js';
export { kernelA, kernelA as variantA } from './variant-a.js';
