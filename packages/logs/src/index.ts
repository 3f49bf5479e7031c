export { logs, logs as linux } from './specs.js';
export { version } from './version.js';
