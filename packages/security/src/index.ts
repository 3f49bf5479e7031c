export { securityLinux, securityLinux as linux } from './linux.js';
export { security, security as default, version } from './specs.js';
export { securityA, securityA as variantA } from './variant-a.js';
