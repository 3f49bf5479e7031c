export { journal, journal as linux } from './specs.js';
export { version } from './version.js';
