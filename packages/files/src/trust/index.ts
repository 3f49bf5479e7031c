export { untrustedWords, whyChangeable, whyUntrustedCode, whyUntrustedData } from './data.js';
export * from './read.js';
