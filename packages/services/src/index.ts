export { servicesLinux, servicesLinux as linux } from './linux.js';
export { services, services as default } from './specs.js';
export { servicesA, servicesA as variantA } from './variant-a.js';
export { version } from './version.js';
