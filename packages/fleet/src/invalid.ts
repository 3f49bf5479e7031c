import { usageError } from '@hostspec/host-kit';
import { didYouMean, type UsageError } from '@hostspec/spec';
import type { Row } from './engine.js';

/** The error for a word of a command line that is not allowed. */
export function invalid(value: string, why: string, allowed: string): UsageError {
  return usageError(`${JSON.stringify(value)} ${why}; allowed: ${allowed}`, 'ACTION', value);
}

/** Names of which the fleet has to have each that is given. */
export interface KnownNames {
  readonly group?: string | undefined;
  readonly spec?: string | undefined;
}

/** Checks names against what a fleet has, which `rows` asks it. @throws UsageError if it does not have one. */
export async function checkNames(
  rows: (sql: string) => Promise<readonly Row[]>,
  { group, spec }: KnownNames,
): Promise<void> {
  if (group !== undefined) checkKnown('--group', group, await rows(groupsSql));
  if (spec !== undefined)
    checkKnown('--spec', spec, await rows('SELECT DISTINCT spec AS name FROM latest_outcomes'));
}

const groupsSql = 'SELECT DISTINCT groups AS name FROM hosts WHERE groups IS NOT NULL';

/** What is asked about a name that is not there would have no rows, as if nothing were wrong. */
function checkKnown(option: string, value: string, rows: readonly Row[]): void {
  const names = rows.map(({ name }) => String(name));
  if (names.includes(value)) return;
  throw usageError(
    `${option} ${JSON.stringify(value)} is not in the fleet; ${didYouMean(value, names)}`,
    option,
    value,
  );
}
