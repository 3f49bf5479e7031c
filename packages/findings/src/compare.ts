import type { Value } from './facts.js';
import type { Bound, Comparison, Condition } from './finding.js';
import type { Truth } from './logic.js';

type Compare = (value: number, other: number) => boolean;

const numeric: Readonly<Record<Bound['operator'], Compare>> = {
  eq: (value, other) => value === other,
  ne: (value, other) => value !== other,
  lt: (value, other) => value < other,
  lte: (value, other) => value <= other,
  gt: (value, other) => value > other,
  gte: (value, other) => value >= other,
};

/** True if a number is within a bound. */
export function isWithin(value: number, { operator, value: bound }: Bound): boolean {
  return numeric[operator](value, bound);
}

/** True if a version, such as `9.4`, is within a bound. Compares part by part. */
export function isVersionWithin(version: string, operator: Bound['operator'], bound: string): boolean {
  const [own, other] = [version, bound].map((text) => text.split('.').map(Number)) as [number[], number[]];
  // A bound of one part, such as 9, applies to all versions that begin with it.
  const length = Math.min(own.length, other.length);
  for (let at = 0; at < length; at++) {
    const [one = 0, two = 0] = [own[at], other[at]];
    if (one !== two) return numeric[operator](one, two);
  }
  return numeric[operator](0, 0);
}

/** True if the values of a row pass a comparison; undefined if one of them is missing. */
export function passes(
  { column, operator, operand }: Comparison,
  values: Readonly<Record<string, Value>>,
  collected: number | undefined,
): Truth {
  const value = values[column];
  if (value === undefined) return undefined;
  if ('pattern' in operand) {
    const found = operand.pattern.match(String(value)) !== undefined;
    return operator === 'matches' ? found : !found;
  }
  if ('duration' in operand) {
    if (collected === undefined || typeof value !== 'number') return undefined;
    const age = collected - value;
    if (operator === 'older_than') return age > operand.duration;
    // `within` is for times in the future, such as the end of a certificate.
    return operator === 'newer_than' ? age < operand.duration : age <= 0 && -age <= operand.duration;
  }
  if ('values' in operand) {
    const found = operand.values.includes(value as string | number);
    return operator === 'in' ? found : !found;
  }
  const other = 'column' in operand ? values[operand.column] : operand.value;
  if (other === undefined) return undefined;
  if (typeof value === 'number' && typeof other === 'number')
    return numeric[operator as Bound['operator']](value, other);
  return (value === other) === (operator === 'eq');
}

/** False if a row cannot match because one comparison that has to be true is false. */
export function canMatch(
  condition: Condition,
  values: Readonly<Record<string, Value>>,
  collected: number | undefined,
): boolean {
  if (condition.kind === 'all') return condition.of.every((each) => canMatch(each, values, collected));
  return condition.kind !== 'compare' || passes(condition, values, collected) !== false;
}
