export * from '../account/accounts.js';
export * from '../account/login-account.js';
export { lacksAccess } from '../trust/control.js';
export * from '../trust/mounts.js';
export * from '../trust/program.js';
export * from '../trust/reach.js';
