export { openstack, openstack as default } from './specs.js';
export { openstackA, openstackA as variantA } from './variant-a.js';
export { version } from './version.js';
