export { logs, logs as linux, version } from './specs.js';
