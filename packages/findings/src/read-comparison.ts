import { isObject } from '@hostspec/host-kit';
import type { Column } from './facts.js';
import type { Bound, Comparison, Condition, Operand, Operator } from './finding.js';
import { patternOf } from './pattern.js';
import type { KeyPath, Problems } from './problems.js';
import { durationOf, durationRule, numberOf, numberRule, timeOf } from './units.js';

/** The operators of a bound. */
export const boundWords: readonly Bound['operator'][] = ['eq', 'ne', 'lt', 'lte', 'gt', 'gte'];

/** The tests of a column, as a file has them. */
interface ColumnTests {
  readonly name: string;
  readonly tests: unknown;
  readonly columns: Readonly<Record<string, Column>>;
}

const ordered: readonly Operator[] = [...boundWords, 'in', 'not_in'];
const ofText: readonly Operator[] = ['eq', 'ne', 'in', 'not_in', 'matches', 'not_matches'];

/** The operators of each type of column. */
const operatorsOf: Readonly<Record<Column['type'], readonly Operator[]>> = {
  text: ofText,
  integer: ordered,
  real: ordered,
  boolean: ['eq', 'ne'],
  time: ['older_than', 'newer_than', 'within', 'lt', 'lte', 'gt', 'gte'],
};

/** Reads the comparisons of a column. */
export function readComparisons(
  keys: KeyPath,
  { name, tests, columns }: ColumnTests,
  problems: Problems,
): Comparison[] {
  const column = Object.hasOwn(columns, name) ? columns[name] : undefined;
  if (!column) {
    problems.unknown(keys, 'column', name, Object.keys(columns), true);
    return [];
  }
  const allowed = operatorsOf[column.type];
  if (!isObject(tests) || Object.keys(tests).length === 0) {
    problems.wrong(keys, tests, `a mapping with ${allowed.join(', ')}`);
    return [];
  }
  return Object.entries(tests).flatMap(([word, value]) => {
    const operator = allowed.find((each) => each === word);
    if (operator === undefined) {
      problems.unknown([...keys, word], `operator for a column of type ${column.type}:`, word, allowed, true);
      return [];
    }
    const operand = operandOf([...keys, word], operator, value, { column, columns }, problems);
    return operand ? [{ kind: 'compare', column: name, operator, operand }] : [];
  });
}

function operandOf(
  keys: KeyPath,
  operator: Operator,
  value: unknown,
  { column, columns }: { readonly column: Column; readonly columns: Readonly<Record<string, Column>> },
  problems: Problems,
): Operand | undefined {
  if (operator === 'matches' || operator === 'not_matches') {
    const source = problems.text(keys, value, 500);
    const pattern = source === undefined ? undefined : patternOf(source);
    if (typeof pattern === 'string') return problems.add(keys, `${source} ${pattern}`);
    return pattern ? { pattern } : problems.wrong(keys, value, 'a pattern');
  }
  if (operator === 'older_than' || operator === 'newer_than' || operator === 'within') {
    const duration = durationOf(value);
    return duration === undefined ? problems.wrong(keys, value, durationRule) : { duration };
  }
  if (isObject(value)) {
    const other = problems.text([...keys, 'column'], problems.mapping(keys, value, ['column'])?.column, 100);
    if (other === undefined) return problems.wrong(keys, value, 'a value, or { column: NAME }');
    const comparable = comparableTo(columns, column);
    return comparable.includes(other)
      ? { column: other }
      : problems.unknown(keys, `column to compare with type ${column.type}:`, other, comparable);
  }
  if (operator === 'in' || operator === 'not_in') {
    if (!Array.isArray(value) || value.length === 0 || value.length > 200)
      return problems.wrong(keys, value, 'a list of 1 to 200 values');
    const values = value.flatMap((each, at) => scalarOf([...keys, at], each, column, problems) ?? []);
    return { values: values as (string | number)[] };
  }
  const scalar = scalarOf(keys, value, column, problems);
  return scalar === undefined ? undefined : { value: scalar };
}

/** The columns with which a column can be compared: those of its type, and any number with any other. */
function comparableTo(columns: Readonly<Record<string, Column>>, { type }: Column): string[] {
  const kindOf = (each: Column['type'] | undefined): string | undefined =>
    each === 'integer' ? 'real' : each;
  return Object.keys(columns).filter((name) => kindOf(columns[name]?.type) === kindOf(type));
}

/** Reads a value for a column, in the unit of the column. */
export function scalarOf(
  keys: KeyPath,
  value: unknown,
  column: Column,
  problems: Problems,
): string | number | boolean | undefined {
  switch (column.type) {
    case 'integer':
    case 'real':
      return numberOf(value, column) ?? problems.wrong(keys, value, numberRule(column));
    case 'time':
      return timeOf(value) ?? problems.wrong(keys, value, 'a time, such as 2026-01-31T00:00:00Z');
    case 'boolean':
      return typeof value === 'boolean' ? value : problems.wrong(keys, value, 'true, false');
    default:
      return typeof value === 'string' ? value : problems.wrong(keys, value, 'text; put a number in quotes');
  }
}

/** Reads the bounds of a number that a condition names by a word. */
export function readBounds(
  keys: KeyPath,
  word: string,
  value: Readonly<Record<string, unknown>>,
  problems: Problems,
): Bound[] {
  const bounds = boundWords.flatMap((operator): Bound[] => {
    const bound = value[operator];
    if (bound === undefined) return [];
    if (typeof bound === 'number' && Number.isFinite(bound)) return [{ operator, value: bound }];
    problems.wrong([...keys, operator], bound, 'a number');
    return [];
  });
  if (bounds.length === 0) problems.add(keys, `${word} needs a bound: ${boundWords.join(', ')}`);
  return bounds;
}

/** Reads a condition on the percentage that one number is of another one. */
export function readShare(
  keys: KeyPath,
  value: unknown,
  problems: Problems,
  specOf: (keys: KeyPath, value: unknown) => string | undefined,
): Condition | undefined {
  const read = problems.mapping(keys, value, ['spec', 'part', 'of', 'at_least', ...boundWords]);
  if (!read) return undefined;
  const spec = specOf([...keys, 'spec'], read.spec);
  const [part, of] = (['part', 'of'] as const).map((word) => {
    if (read[word] === undefined)
      problems.add(keys, `share needs ${word}: the name of a number, in a line or of a file`);
    return problems.text([...keys, word], read[word], 100);
  });
  const bounds = readBounds(keys, 'share', read, problems);
  const atLeast = read.at_least ?? 0;
  if (typeof atLeast !== 'number' || !(atLeast >= 0))
    return problems.wrong([...keys, 'at_least'], atLeast, 'a number from 0');
  return spec === undefined || part === undefined || of === undefined
    ? undefined
    : { kind: 'share', spec, part, of, bounds, atLeast };
}
