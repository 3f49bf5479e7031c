export { hardware, hardware as linux } from './specs.js';
export { version } from './version.js';
