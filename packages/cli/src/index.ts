export type { Io, Output } from './io.js';
export { run } from './run.js';
export { version } from './version.js';
