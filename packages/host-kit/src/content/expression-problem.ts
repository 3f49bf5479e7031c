import { shown } from './text.js';

/** Why a regular expression cannot be used, from the error that RE2 throws. */
export function expressionProblem(error: unknown): string {
  const { error: what, input } = error as { readonly error: string; readonly input: string };
  // Of the other mistakes, RE2 speaks in its own terms.
  const isPlain = /^(missing closing|unexpected|trailing)/.test(what);
  return `cannot be used: ${isPlain ? what : `${shown(input, 100)} is not possible`}; allowed: RE2, without look-ahead, look-behind, back-references and counts above 1000`;
}
