export * from './descriptor.js';
export * from './kind-words.js';
export * from './path-bytes.js';
export * from './process-stat.js';
export * from './system-error.js';
