export * from './fake-host.js';
export * from './garbage.js';
export * from './real-components.js';
