import type { Rule } from '../match/rule.js';

/** A rule without examples, with one keyword. */
export const ruleOf = (id: string, keyword: string, pattern: RegExp, rest?: string): Rule => ({
  id,
  keywords: [keyword],
  pattern,
  ...(rest === undefined ? {} : { rest }),
  matches: [],
  others: [],
});
