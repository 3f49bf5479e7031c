export { virtualization, virtualization as default } from './specs.js';
export { virtualizationA, virtualizationA as variantA } from './variant-a.js';
export { version } from './version.js';
