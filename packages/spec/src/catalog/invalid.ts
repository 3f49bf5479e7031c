import { CatalogError } from '../text/errors.js';

/** The path to a value in a spec's data: keys and list indexes. */
export type KeyPath = readonly (string | number)[];

/** The error for a value that is not allowed. */
export function invalid(name: string, at: KeyPath, value: unknown, allowed: string): CatalogError {
  return new CatalogError(
    'INVALID_SPEC',
    `spec ${name}: ${at.join('.') || 'the spec'} is ${JSON.stringify(value) ?? 'missing'}; allowed: ${allowed}`,
    { subject: name, value, at },
  );
}
