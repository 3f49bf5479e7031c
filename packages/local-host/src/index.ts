export { mountsNotEntered, type RiskyMount } from '@hostspec/files/host';
export { createLocalHost, type LocalHostOptions } from './host.js';
