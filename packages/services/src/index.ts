export { servicesLinux, servicesLinux as linux } from './linux.js';
export { services, services as default, version } from './specs.js';
export { servicesA, servicesA as variantA } from './variant-a.js';
