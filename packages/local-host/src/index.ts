export { createLocalHost, type LocalHostOptions } from './host.js';
export { mountsNotEntered, type RiskyMount } from './mounts.js';
