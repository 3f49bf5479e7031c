export { isKeptHostname } from './identity/known-names.js';
export {
  createIdentityMap,
  createIdentityUnmap,
  type IdentityMap,
  type IdentityMapOptions,
  type IdentityUnmapOptions,
  identityKinds,
  keyCheck,
  personalKinds,
} from './identity/map.js';
export type { OnMapped } from './identity/stream.js';
export type { IdentityKind } from './identity/view.js';
export { type MaskedValue, valueFinder } from './masked-values.js';
export { masksIn } from './match/mask-form.js';
export type { Rule, RuleFamily } from './match/rule.js';
export {
  createRedaction,
  type RedactionReport,
  type RedactorOptions,
  redactText,
  type SecretRedaction,
} from './redactor.js';
export { checkRules, ruleOf } from './rule-of.js';
export type { SecretColumns } from './rules/column-row.js';
export { keywordRule } from './rules/keyword-rule.js';
export { type SecretFiles, secretFiles } from './rules/secret-files.js';
export { allRules, secretColumns } from './rules/tables.js';
export { chainRedactions } from './stream/chain.js';
export type { OnSecret } from './stream/content.js';
export { createLineFilter, type LinePatterns, type LineTest } from './stream/line-filter.js';
export { type MaskCounter, maskCounter } from './stream/mask.js';
