export * from './collect-live.js';
export * from './fake-host.js';
export * from './garbage.js';
export * from './namespaced-host.js';
export * from './real-components.js';
