export { alpine, alpine as linux, version } from './specs.js';
