export * from './conditions.js';
export * from './providers.js';
export { kubernetes, kubernetes as linux } from './specs.js';
export { version } from './version.js';
