export { suse, suse as linux, version } from './specs.js';
