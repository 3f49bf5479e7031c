export { openstack, openstack as default, version } from './specs.js';
export { openstackA, openstackA as variantA } from './variant-a.js';
