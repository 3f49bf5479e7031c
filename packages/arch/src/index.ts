export { arch, arch as linux } from './specs.js';
export { version } from './version.js';
