export { systemd, systemd as linux, version } from './specs.js';
