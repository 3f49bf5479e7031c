export { boot, boot as linux, version } from './specs.js';
