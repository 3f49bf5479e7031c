import type { Pattern } from './pattern.js';

/** How bad it is: `error` is broken now, `warning` will break or is unsafe, `notice` is worth knowing. */
export type Severity = 'error' | 'warning' | 'notice';

/** Every severity, the worst first. */
export const severities: readonly Severity[] = ['error', 'warning', 'notice'];

/** What an owner decided about a finding. */
export interface Decision {
  readonly severity?: Severity | undefined;
  /** It is not looked for. */
  readonly skip?: boolean | undefined;
  readonly reason: string;
}

/** How values are compared. */
export type Operator =
  | 'eq'
  | 'ne'
  | 'lt'
  | 'lte'
  | 'gt'
  | 'gte'
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

/** What a column is compared with. */
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
  /** Which of its columns have the value of which column of the row. */
  readonly on: readonly (readonly [inner: string, outer: string])[];
  readonly where: Condition | undefined;
}

/** When a finding applies. */
export type Condition =
  | Comparison
  | { readonly kind: 'all' | 'any'; readonly of: readonly Condition[] }
  | { readonly kind: 'not'; readonly of: Condition }
  | ({ readonly kind: 'exists' } & Selection)
  | ({ readonly kind: 'count'; readonly bounds: readonly Bound[] } & Selection)
  | {
      readonly kind: 'lines';
      /** Read in this order until one has content. */
      readonly specs: readonly string[];
      /** One of these texts is in the line. */
      readonly contains: readonly string[];
      readonly matches: Pattern | undefined;
      readonly notMatches: Pattern | undefined;
      readonly atLeast: number;
      /** Milliseconds before the collection. */
      readonly within: number | undefined;
      /** Whether a host that lacks the program has none of what its output lists. */
      readonly noneWithoutProgram: boolean;
    }
  | {
      /** The share of one number of a spec in another one of the same file or folder, in percent. */
      readonly kind: 'share';
      readonly spec: string;
      /** The names of the numbers. */
      readonly part: string;
      readonly of: string;
      readonly bounds: readonly Bound[];
      /** The whole is at least so much. */
      readonly atLeast: number;
    }
  | { readonly kind: 'outcome'; readonly spec: string; readonly statuses: readonly string[] }
  | {
      readonly kind: 'host';
      readonly os: readonly string[] | undefined;
      readonly version: readonly { readonly operator: Bound['operator']; readonly value: string }[];
      readonly container: boolean | undefined;
    };

/** A finding as its file defines it. */
export interface Finding {
  /** `DOMAIN/NAME`. */
  readonly id: string;
  readonly title: string;
  readonly severity: Severity;
  /** The table of which each row that matches is a finding of its own. */
  readonly each: string | undefined;
  /** A column: rows with the same value of it are one finding. */
  readonly per: string | undefined;
  readonly when: Condition;
  readonly says: string | undefined;
  /** A command that shows more, or what to read. */
  readonly do: string | undefined;
  readonly link: string | undefined;
  /** Ids of findings that explain this one. */
  readonly because: readonly string[];
  /** The first version that has it. */
  readonly since: string | undefined;
  readonly decision?: Decision;
}

/** A part of a condition and all within it. */
export function* conditionsIn(condition: Condition): Generator<Condition, void, undefined> {
  yield condition;
  if (condition.kind === 'all' || condition.kind === 'any')
    for (const part of condition.of) yield* conditionsIn(part);
  else if (condition.kind === 'not') yield* conditionsIn(condition.of);
  else if ((condition.kind === 'exists' || condition.kind === 'count') && condition.where)
    yield* conditionsIn(condition.where);
}
