export { connectTarget } from './connect.js';
export { programInPath } from './launch.js';
export type { ConnectOptions, RemoteConnection, RemoteFacts, RunnerProgram } from './options.js';
export { parseTarget, type Target, targetText, viaTarget } from './target.js';
