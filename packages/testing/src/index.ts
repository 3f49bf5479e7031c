export * from './collect-live.js';
export * from './contract/suite.js';
export * from './fake-host.js';
export * from './fixture-host.js';
export * from './garbage.js';
export * from './namespaced-host.js';
export * from './real-components.js';
