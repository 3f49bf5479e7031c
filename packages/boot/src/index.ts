export { boot, boot as linux } from './specs.js';
export { version } from './version.js';
