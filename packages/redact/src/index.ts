export { chainRedactions } from './chain.js';
export { checkRules } from './check-rules.js';
export type { OnSecret } from './content.js';
export { isKeptHostname } from './identity/known-names.js';
export {
  createIdentityMap,
  createIdentityUnmap,
  type IdentityMap,
  type IdentityMapOptions,
  type IdentityUnmapOptions,
  identityKinds,
  keyCheck,
} from './identity/map.js';
export type { IdentityKind } from './identity/view.js';
export { keywordRule } from './keyword-rule.js';
export { createLineFilter, type LinePatterns, type LineTest } from './line-filter.js';
export { type MaskCounter, maskCounter } from './mask-counter.js';
export { masksIn } from './mask-form.js';
export {
  createRedaction,
  type RedactionReport,
  type Redactor,
  type RedactorOptions,
  redactor,
  redactText,
  type SecretRedaction,
} from './redactor.js';
export type { Rule, RuleFamily } from './rule.js';
export { ruleOf } from './rule-of.js';
export { allRules, ruleFamilies } from './rules/index.js';
export { type SecretFiles, secretFiles } from './secret-files.js';
