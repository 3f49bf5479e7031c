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

/** Numbers the groups of rows with the same value of a column, from 0, in the order of their first rows. */
export function groupsBy(column: string | undefined): (row: Row) => number {
  const groups = new Map<Value, number>();
  let count = 0;
  return ({ values }) => {
    const value = column === undefined ? undefined : values[column];
    const group = (value === undefined ? undefined : groups.get(value)) ?? count++;
    if (value !== undefined) groups.set(value, group);
    return group;
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
