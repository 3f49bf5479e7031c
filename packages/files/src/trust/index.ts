export { untrustedWords, whyChangeable, whyUntrustedCode, whyUntrustedData } from './data.js';
export * from './named.js';
export * from './read.js';
