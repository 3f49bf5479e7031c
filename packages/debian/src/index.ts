export { debian, debian as linux, version } from './specs.js';
