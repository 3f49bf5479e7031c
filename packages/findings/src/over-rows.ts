import type { Missing, Place, Row, Value } from './facts.js';
import { conditionsIn, type Finding } from './finding.js';
import type { Over } from './loaded-rows.js';

/** The specs that would fill a column that a finding compares. */
export function missingFor({ when }: Finding, { missing }: Over): readonly Missing[] {
  const columns = [...conditionsIn(when)].flatMap((part) => (part.kind === 'compare' ? [part.column] : []));
  return missing.filter(
    ({ gives }) => gives === undefined || columns.some((column) => gives.includes(column)),
  );
}

/** Returns a test that is true for the first row with each value of a column. */
export function firstOf(column: string | undefined): (row: Row) => boolean {
  const seen = new Set<Value>();
  return ({ values }) => {
    const value = column === undefined ? undefined : values[column];
    if (value === undefined) return true;
    const isNew = !seen.has(value);
    seen.add(value);
    return isNew;
  };
}

/** The place of the first value that a finding compares. */
export function placeOf({ when }: Finding, row: Row | undefined): Place | undefined {
  if (!row?.places) return row?.at;
  for (const part of conditionsIn(when)) {
    const place = part.kind === 'compare' ? row.places.get(part.column) : undefined;
    if (place) return place;
  }
  return row.at;
}
