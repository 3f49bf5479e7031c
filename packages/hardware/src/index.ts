export { hardware, hardware as linux, version } from './specs.js';
