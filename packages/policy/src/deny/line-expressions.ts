import { expressionProblem } from '@hostspec/host-kit';
import type { LineTest } from '@hostspec/redact';
import { RE2JS, RE2Set } from 're2js';

/** A regular expression for lines to leave out, in the syntax of its engine. */
export interface LineExpression {
  readonly source: string;
  /** Its size in steps: looking at a character takes time in proportion to it at most. */
  readonly steps: number;
}

/** The most steps of one expression, and of all of a file. */
const limits = { one: 500, file: 5000 };

/** Steps for a part of a line: at most about 20 ms, whatever the expressions and the line. */
const stepsAtOnce = 1_600_000;
const leastAtOnce = 1024;

// A line for which this is too little is matched step by step. More memory only delays that: for lines that are made to be slow, it was ten
// times slower.
const memory = 64 * 1024;

/**
 * Parses a regular expression as grep, Python and insights-client write it. Returns the problem, as a string, if it cannot be used.
 * Matching takes time in proportion to the line: nothing in an expression can make the engine go back.
 */
export function lineExpression(written: string): LineExpression | string {
  const source = written.replace(/\\(?:u([0-9a-f]{4})|([\s\S]))/gi, (whole, code?: string, char?: string) =>
    code !== undefined ? `\\x{${code}}` : char === 'Z' ? '\\z' : whole,
  );
  try {
    const steps = RE2JS.compile(source).programSize();
    if (steps > limits.one)
      return `is too large: it takes ${steps} steps; allowed: ${limits.one}. Repeat less in braces, or write it as several`;
    return { source, steps };
  } catch (error) {
    return expressionProblem(error);
  }
}

/** The problem of the expressions of one file together; undefined if there is none. */
export function tooManySteps(expressions: readonly LineExpression[]): string | undefined {
  const steps = stepsOf(expressions);
  return steps > limits.file
    ? `are too large together: they take ${steps} steps; allowed: ${limits.file}. Write plain texts as a list, without regex`
    : undefined;
}

/** The test for lines that one of the expressions matches. */
export function expressionTest(expressions: readonly LineExpression[]): LineTest {
  const sets = inSets(expressions);
  return {
    matches: (line) => sets.some((set) => set.match(line).length > 0),
    atOnce: Math.max(leastAtOnce, Math.floor(stepsAtOnce / stepsOf(expressions))),
  };
}

/** Sets of expressions to match together. In a larger set, each would slow down the others. */
function inSets(expressions: readonly LineExpression[]): readonly RE2Set[] {
  const sets: RE2Set[] = [];
  let steps = limits.one;
  for (const expression of expressions) {
    steps += expression.steps;
    if (steps > limits.one) {
      sets.push(new RE2Set(RE2Set.UNANCHORED, 0, memory));
      steps = expression.steps;
    }
    sets.at(-1)?.add(expression.source);
  }
  return sets;
}

function stepsOf(expressions: readonly LineExpression[]): number {
  return expressions.reduce((sum, { steps }) => sum + steps, 0);
}
