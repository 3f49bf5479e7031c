import { usageError } from '../usage-error.js';

/** A place in a file, as `FILE:LINE`; found only when an error needs it. */
export type Place = () => string;

/** A value of a variable, and the place that sets it. */
export interface Setting {
  readonly value: string;
  readonly place: Place;
}

/** The variables of a host or group that hostspec knows, by name. */
export type Variables = ReadonlyMap<string, Setting>;

/** The group that every host belongs to. */
export const allHosts = 'all';

/** The group of the hosts that are in no other group. */
export const ungrouped = 'ungrouped';

/** The error for a fault in an inventory. */
export function inventoryError(place: Place, problem: string): Error {
  return usageError(`${place()}: ${problem}`, '--hosts');
}
