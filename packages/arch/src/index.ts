export { arch, arch as linux, version } from './specs.js';
