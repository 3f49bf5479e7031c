export { connectTarget } from './connect.js';
export { imageMissing } from './debug-pod.js';
export type { ConnectOptions, PodOptions, RemoteConnection, RemoteFacts, RunnerProgram } from './options.js';
export { parseTarget, type Target, targetText, viaTarget } from './target.js';
