import type { Pattern } from './pattern.js';

/** Severity: `error` is broken now, `warning` will break or is unsafe, `notice` is good to know. */
export type Severity = 'error' | 'warning' | 'notice';

/** Every severity, the worst first. */
export const severities: readonly Severity[] = ['error', 'warning', 'notice'];

/** An owner's decision about a finding. */
export interface Decision {
  readonly severity?: Severity | undefined;
  /** Do not look for it. */
  readonly skip?: boolean | undefined;
  readonly reason: string;
}

/** The operators of comparisons. */
export type Operator =
  | Bound['operator']
  | 'in'
  | 'not_in'
  | 'matches'
  | 'not_matches'
  | 'older_than'
  | 'newer_than'
  | 'within';

/** One comparison of a column with a value of its type, a list, a pattern, a duration in milliseconds, or another column. */
export interface Comparison {
  readonly kind: 'compare';
  readonly column: string;
  readonly operator: Operator;
  readonly operand: Operand;
}

/** The right side of a comparison. */
export type Operand =
  | { readonly value: string | number | boolean }
  | { readonly values: readonly (string | number)[] }
  | { readonly pattern: Pattern }
  | { readonly duration: number }
  | { readonly column: string };

/** A bound for a count. */
export interface Bound {
  readonly operator: 'eq' | 'ne' | 'lt' | 'lte' | 'gt' | 'gte';
  readonly value: number;
}

/** The rows of another table. */
export interface Selection {
  readonly table: string;
  /** Pairs of columns with the same value: one of this table, one of the outer row. */
  readonly on: readonly (readonly [inner: string, outer: string])[];
  readonly where: Condition | undefined;
}

/** The condition under which a finding applies. */
export type Condition =
  | Comparison
  | { readonly kind: 'all' | 'any'; readonly of: readonly Condition[] }
  | { readonly kind: 'not'; readonly of: Condition }
  | ({ readonly kind: 'exists' } & Selection)
  | ({ readonly kind: 'count'; readonly bounds: readonly Bound[] } & Selection)
  | {
      readonly kind: 'lines';
      /** In order of preference: the first with content decides. */
      readonly specs: readonly string[];
      /** The line must contain one of these texts. */
      readonly contains: readonly string[];
      readonly matches: Pattern | undefined;
      readonly notMatches: Pattern | undefined;
      readonly atLeast: number;
      /** The line must not be older than this, in milliseconds before the collection. */
      readonly within: number | undefined;
      /** True if a host without the program counts as one with an empty output. */
      readonly noneWithoutProgram: boolean;
      /** A column of the row, or a group of a pattern: the line must name its value. */
      readonly names: string | undefined;
    }
  | {
      /** The percentage that one number of a spec is of another one, in the same file or folder. */
      readonly kind: 'share';
      readonly spec: string;
      /** The names of the numbers. */
      readonly part: string;
      readonly of: string;
      readonly bounds: readonly Bound[];
      /** The whole must be at least this large. */
      readonly atLeast: number;
    }
  | {
      readonly kind: 'outcome';
      readonly spec: string;
      readonly statuses: readonly string[];
      /** The reason must match it. */
      readonly reason: Pattern | undefined;
    }
  | {
      readonly kind: 'host';
      readonly os: readonly string[] | undefined;
      readonly version: readonly { readonly operator: Bound['operator']; readonly value: string }[];
      readonly container: boolean | undefined;
    };

/** A finding that explains another one. */
export interface Cause {
  readonly id: string;
  /** The evidence for it: what must hold for the row that it explains. Undefined if it needs none. */
  readonly when: Condition | undefined;
}

/** A finding as its file defines it. */
export interface Finding {
  /** `DOMAIN/NAME`. */
  readonly id: string;
  readonly title: string;
  readonly severity: Severity;
  /** The table of which each matching row is a finding of its own. */
  readonly each: string | undefined;
  /** A column: rows with equal values in it are one finding. */
  readonly per: string | undefined;
  readonly when: Condition;
  readonly says: string | undefined;
  /** A command that shows more, or a document to read. */
  readonly do: string | undefined;
  readonly link: string | undefined;
  /** What it does to the rest of the host, in words that follow `because`: for the findings that it explains. */
  readonly effect: string | undefined;
  readonly because: readonly Cause[];
  /** The first version with this finding. */
  readonly since: string | undefined;
  readonly decision?: Decision;
}

/** All conditions of a finding, including the evidence for its causes. */
export function* conditionsOf({ when, because }: Finding): Generator<Condition, void, undefined> {
  yield* conditionsIn(when);
  for (const cause of because) if (cause.when) yield* conditionsIn(cause.when);
}

/** A condition and all conditions inside it. */
export function* conditionsIn(condition: Condition): Generator<Condition, void, undefined> {
  yield condition;
  if (condition.kind === 'all' || condition.kind === 'any')
    for (const part of condition.of) yield* conditionsIn(part);
  else if (condition.kind === 'not') yield* conditionsIn(condition.of);
  else if ((condition.kind === 'exists' || condition.kind === 'count') && condition.where)
    yield* conditionsIn(condition.where);
}
