export { accounts, accounts as linux } from './specs.js';
export { version } from './version.js';
