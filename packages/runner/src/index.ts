export type { RunnerStream } from './connection.js';
export { findRunner, type InstalledRunner } from './find.js';
export {
  createRunnerHost,
  firstRequests,
  protocol,
  type RunnerFacts,
  type RunnerHost,
  type RunnerHostOptions,
} from './host.js';
export { startRunner } from './start.js';
