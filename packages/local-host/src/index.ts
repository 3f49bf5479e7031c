export { createLocalHost, type LocalHostOptions } from './host.js';
