export { checkRules } from './check-rules.js';
export {
  createIdentityMap,
  createIdentityUnmap,
  type IdentityMap,
  type IdentityMapOptions,
  type IdentityUnmapOptions,
  identityKinds,
} from './identity/map.js';
export type { IdentityKind } from './identity/view.js';
export {
  type RedactionReport,
  type Redactor,
  type RedactorOptions,
  redactor,
  redactText,
} from './redactor.js';
export type { Rule, RuleFamily } from './rule.js';
export { allRules, ruleFamilies } from './rules/index.js';
