export { untrustedWords, whyUntrustedCode, whyUntrustedData } from './data.js';
export * from './read.js';
