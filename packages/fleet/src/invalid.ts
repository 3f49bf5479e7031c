import { didYouMean, UsageError } from '@hostspec/spec';
import type { Row } from './engine.js';

/** The error for a word of a command line that is not allowed. */
export function invalid(value: string, why: string, allowed: string): UsageError {
  return new UsageError('INVALID_OPTION', `${JSON.stringify(value)} ${why}; allowed: ${allowed}`, {
    subject: 'ACTION',
    value,
  });
}

/** A question for the groups of the hosts of a fleet. */
export const groupsSql = 'SELECT DISTINCT groups AS name FROM hosts WHERE groups IS NOT NULL';

/**
 * Checks that an option has one of the names that a question gave.
 *
 * @throws UsageError if it has not: what is asked about it would have no rows, as if nothing were wrong.
 */
export function checkKnown(option: string, value: string, rows: readonly Row[]): void {
  const names = rows.map(({ name }) => String(name));
  if (names.includes(value)) return;
  throw new UsageError(
    'INVALID_OPTION',
    `${option} ${JSON.stringify(value)} is not in the fleet; ${didYouMean(value, names)}`,
    { subject: option, value },
  );
}
