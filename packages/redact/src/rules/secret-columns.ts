import type { ColumnRow, SecretColumns } from './column-row.js';
import { hostColumns } from './host-columns.js';
import { networkColumns } from './network-columns.js';
import { rowsOfPath } from './secret-files.js';
import { settingRows } from './settings.js';

/** Files whose names say which column or setting is a secret. */
export const secretColumns: readonly SecretColumns[] = [
  ...hostColumns,
  ...networkColumns,
  ...settingRows,
].map(({ line, ...row }: ColumnRow) => ({
  ...row,
  get line() {
    return line();
  },
}));

/** Finds the rows for the lines of a file, with expressions that find all their matches; none for most files. */
export function secretColumnsOf(
  columns: readonly SecretColumns[],
): (path: string) => readonly SecretColumns[] {
  const rowsOf = rowsOfPath(columns);
  return (path) => rowsOf(path).map(allMatches);
}

const allMatches = (row: SecretColumns): SecretColumns =>
  row.line.global ? row : { ...row, line: new RegExp(row.line.source, `${row.line.flags}g`) };
