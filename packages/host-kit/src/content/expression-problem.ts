import { isObject } from '@hostspec/spec';
import { shown } from './text.js';

/** What RE2 says of frequent mistakes, in words that need no knowledge of it. */
const known: Readonly<Record<string, string>> = {
  'missing closing )': 'a ( is not closed',
  'missing closing ]': 'a [ is not closed',
  'unexpected )': 'a ) closes nothing',
  'trailing backslash at end of expression': 'it ends with a backslash',
};

/** Why a regular expression cannot be used, from the error that RE2 throws. */
export function expressionProblem(error: unknown): string {
  const { error: what, input } = isObject(error) ? error : {};
  const why = known[String(what)] ?? `${shown(String(input), 100)} is not possible`;
  return `cannot be used: ${why}; allowed: the syntax of RE2, without look-ahead, look-behind, back-references and counts above 1000, so that no text can take long`;
}
