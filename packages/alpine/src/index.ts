export { alpine, alpine as linux } from './specs.js';
export { version } from './version.js';
