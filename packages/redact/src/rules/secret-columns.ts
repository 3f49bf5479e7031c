import type { SecretColumns } from './column-row.js';
import { rowsOfPath } from './secret-files.js';

/** Finds the rows for the lines of a file, with expressions that find all their matches; none for most files. */
export function secretColumnsOf(
  columns: readonly SecretColumns[],
): (path: string) => readonly SecretColumns[] {
  const rowsOf = rowsOfPath(columns);
  return (path) => rowsOf(path).map(allMatches);
}

const allMatches = (row: SecretColumns): SecretColumns =>
  row.line.global ? row : { ...row, line: new RegExp(row.line.source, `${row.line.flags}g`) };
