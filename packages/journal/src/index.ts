export { journal, journal as linux, version } from './specs.js';
