export type { Io, Output } from './io.js';
export { run } from './main.js';
export { version } from './version.js';
