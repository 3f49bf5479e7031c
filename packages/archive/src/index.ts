export { decodeName, encodeName } from './archive-name.js';
export * from './directory-sink.js';
export type { Manifest } from './manifest.js';
export { formatVersion } from './manifest.js';
export * from './tar-gz-sink.js';
export { version } from './version.js';
