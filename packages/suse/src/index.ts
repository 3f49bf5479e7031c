export { suse, suse as linux } from './specs.js';
export { version } from './version.js';
