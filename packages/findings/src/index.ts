export * from './check.js';
export * from './check-hosts.js';
export type { Evaluated } from './evaluate.js';
export { factRows, type SpecContent } from './fact-rows.js';
export type * from './facts.js';
export { specsOfTable } from './facts.js';
export { type Decision, type Finding, type Severity, severities } from './finding.js';
export type { Hit } from './hit.js';
export { type Needs, needsOf } from './needs.js';
export type { FindingProblem, KeyPath } from './problems.js';
export type { Known } from './read-condition.js';
export { decided, type ReadDecisions, readDecisions } from './read-decisions.js';
export {
  findingLimits,
  type ReadFinding,
  type ReadFindings,
  readFindings,
  readShippedFindings,
  unknownCauses,
} from './read-findings.js';
export type { FindingTest } from './read-tests.js';
export { lacksTests, testFailure } from './run-tests.js';
