export { createArchiveHost } from './host.js';
