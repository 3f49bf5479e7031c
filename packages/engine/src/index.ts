export { maskedPlace, maskedSource } from './content/masked.js';
export * from './content/memory-sink.js';
export type { LogOptions } from './logs/log-times.js';
export { checkWindow, type WindowOptions } from './logs/window.js';
export { type CheckedOptions, checkOptions } from './plan/check-options.js';
export { checkPlan } from './plan/check-plan.js';
export * from './plan/collecting-host.js';
export type { Denials } from './plan/denials.js';
export { type DescribedSource, type DescribedSpec, describePlan } from './plan/describe.js';
export { specsForOthers } from './plan/distribution.js';
export * from './plan/plan.js';
export { readPlan } from './plan/read-plan.js';
export {
  type NamedOption,
  type OptionName,
  type Profile,
  type Restrictions,
  selectionOf,
} from './plan/restrictions.js';
export type { PlanContext } from './plan/session.js';
export * from './plan/trace.js';
export * from './run/collect.js';
