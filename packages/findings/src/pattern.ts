import { expressionProblem } from '@hostspec/host-kit';
import { RE2JS } from 're2js';

/** A pattern that takes time in proportion to the length of any text. */
export interface Pattern {
  readonly source: string;
  readonly groups: readonly string[];
  /** The named groups of the first match; undefined if there is none. */
  match(text: string): Readonly<Record<string, string>> | undefined;
}

const mostSteps = 500;
const longestText = 4000;

/** Compiles a pattern. Returns the problem, as a string, if it cannot be used. */
export function patternOf(source: string): Pattern | string {
  let compiled: RE2JS;
  try {
    compiled = RE2JS.compile(source);
  } catch (error) {
    return expressionProblem(error);
  }
  const steps = compiled.programSize();
  if (steps > mostSteps)
    return `is too large: it takes ${steps} steps; allowed: ${mostSteps}. Repeat less in braces`;
  const groups = Object.keys(compiled.namedGroups());
  return {
    source,
    groups,
    match(text: string) {
      // A line of a log can have any length.
      const matcher = compiled.matcher(text.slice(0, longestText));
      if (!matcher.find()) return undefined;
      return Object.fromEntries(groups.map((name) => [name, matcher.group(name) ?? '']));
    },
  };
}
