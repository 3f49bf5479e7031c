import { defined } from '@hostspec/host-kit';
import type { Rule } from '../match/rule.js';

/** Creates a rule with one keyword and without examples. */
export const ruleOf = (id: string, keyword: string, pattern: RegExp, rest?: string): Rule => ({
  id,
  keywords: [keyword],
  pattern,
  ...defined({ rest }),
  matches: [],
  others: [],
});
