export * from './fake-host.js';
export * from './real-components.js';
