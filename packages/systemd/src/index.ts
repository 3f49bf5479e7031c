export { systemd, systemd as linux } from './specs.js';
export { version } from './version.js';
