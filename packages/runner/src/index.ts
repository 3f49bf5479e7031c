export type { RunnerStream } from './connection.js';
export { findRunner, type InstalledRunner } from './find.js';
export {
  createRunnerHost,
  protocol,
  type RunnerFacts,
  type RunnerHost,
  type RunnerHostOptions,
} from './host.js';
export { startRunner } from './start.js';
