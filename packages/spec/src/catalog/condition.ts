import type { Context } from './provider.js';

/** When a spec applies: a named condition, or a combination with `all`, `any` or `not`. */
export type ConditionExpression =
  | { readonly condition: string }
  | { readonly all: readonly ConditionExpression[] }
  | { readonly any: readonly ConditionExpression[] }
  | { readonly not: ConditionExpression };

/** Whether a condition holds on this host, and the reason, in words that can follow "skipped: ". */
interface Verdict {
  readonly holds: boolean;
  readonly reason: string;
}

/** A named question about the host, evaluated at most once per run. */
export interface ConditionDefinition<N extends string = string> {
  readonly name: N;
  /** The question and how it is answered, in one or two sentences. */
  readonly doc: string;
  readonly evaluate: (context: Context) => Promise<Verdict> | Verdict;
}

/** A condition: call it for the reference that `when` takes. */
export interface Condition<N extends string = string> {
  (): { readonly condition: N };
  readonly definition: ConditionDefinition<N>;
}

/** Defines a condition; the returned function gives the reference that a spec's `when` takes. */
export function defineCondition<const N extends string>(definition: ConditionDefinition<N>): Condition<N> {
  return Object.assign(() => ({ condition: definition.name }), { definition });
}

/** Holds if all conditions hold. */
export function all(...conditions: readonly ConditionExpression[]): ConditionExpression {
  return { all: conditions };
}

/** Holds if at least one condition holds. */
export function any(...conditions: readonly ConditionExpression[]): ConditionExpression {
  return { any: conditions };
}

/** Holds if the condition does not. */
export function not(condition: ConditionExpression): ConditionExpression {
  return { not: condition };
}

/** The names of all conditions in an expression. */
export function namesWithin(expression: ConditionExpression): string[] {
  if ('condition' in expression) return [expression.condition];
  if ('not' in expression) return namesWithin(expression.not);
  return ('all' in expression ? expression.all : expression.any).flatMap(namesWithin);
}
