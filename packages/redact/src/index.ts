export { checkRules } from './check-rules.js';
export {
  createRedaction,
  type RedactionReport,
  type Redactor,
  type RedactorOptions,
  redactor,
  redactText,
} from './redactor.js';
export type { Rule, RuleFamily } from './rule.js';
export { ruleOf } from './rule-of.js';
export { allRules, ruleFamilies } from './rules/index.js';
