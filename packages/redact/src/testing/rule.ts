import type { Rule } from '../match/rule.js';

/** Creates a rule with one keyword and without examples. */
export const ruleOf = (id: string, keyword: string, pattern: RegExp, rest?: string): Rule => ({
  id,
  keywords: [keyword],
  pattern,
  ...(rest === undefined ? {} : { rest }),
  matches: [],
  others: [],
});
