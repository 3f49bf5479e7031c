export * from './cloud.js';
export * from './conditions.js';
export { cloudMetadataLinux, cloudMetadataLinux as linux } from './linux.js';
export * from './providers.js';
export * from './settings.js';
export { cloudMetadata, cloudMetadata as default, version } from './specs.js';
export { cloudMetadataA, cloudMetadataA as variantA } from './variant-a.js';
