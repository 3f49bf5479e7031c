import type { LineTest } from '@hostspec/redact';
import { RE2JS, RE2Set } from 're2js';

/** A regular expression that leaves out lines, in the form of the engine that looks for it. */
export interface LineExpression {
  readonly source: string;
  /** The number of its steps: looking at a character takes no more than time in proportion to it. */
  readonly steps: number;
}

/** The most steps of one expression, and of all of a file. */
const limits = { one: 500, file: 5000 };

/** Steps for a part of a line: at most about 20 ms, whatever the expressions and the line. */
const stepsAtOnce = 1_600_000;
const leastAtOnce = 1024;

// A line for which it knows too many ways is looked at step by step. With more memory, it only notices later: a larger one was ten times slower
// for lines that are made to be slow.
const memory = 64 * 1024;

/**
 * Reads a regular expression as grep, Python and insights-client write it; the problem, if it cannot be used. What it takes to look for it grows
 * with the length of a line only, because nothing in it can need a second look.
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
    const problem = error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : error;
    return `cannot be used: ${problem}. Look-ahead, look-behind, back-references and counts above 1000 are not possible, so that no line can hold up a run: write it without them`;
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

/** Expressions that are looked for together. In a set that is larger, each would make the others slow. */
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
