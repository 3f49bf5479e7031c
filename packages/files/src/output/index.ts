export * from '../trust/held-directory.js';
export { Untrusted } from '../trust/judge.js';
export * from '../trust/output.js';
export * from '../trust/private.js';
