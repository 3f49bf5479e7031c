export type { RunnerStream } from './connection.js';
export {
  createRunnerHost,
  firstRequests,
  protocol,
  type RunnerFacts,
  type RunnerHost,
  type RunnerHostOptions,
} from './host.js';
export { findRunner, type InstalledRunner, startRunner } from './start.js';
