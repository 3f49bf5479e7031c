export * from './conditions.js';
export * from './providers.js';
export { kubernetes, kubernetes as linux, version } from './specs.js';
