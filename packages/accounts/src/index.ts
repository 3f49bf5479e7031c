export { accounts, accounts as linux, version } from './specs.js';
