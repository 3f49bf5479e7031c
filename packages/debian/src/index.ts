export { debian, debian as linux } from './specs.js';
export { version } from './version.js';
