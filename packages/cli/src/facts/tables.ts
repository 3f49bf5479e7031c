import { defined } from '@hostspec/host-kit';
import { type ColumnType, type ColumnUnit, type FactTable, factTables } from '@hostspec/parse/facts';
import { didYouMean } from '@hostspec/spec';
import { usageError } from '../usage-error.js';

/** A column, as it is listed. */
export interface ColumnText {
  readonly name: string;
  readonly type: ColumnType;
  readonly unit?: ColumnUnit;
  readonly doc: string;
}

/** A table, as it is listed. */
export interface TableText {
  readonly name: string;
  /** A description of one row. */
  readonly doc: string;
  readonly columns: readonly ColumnText[];
}

/** The columns that say where a row is. */
export const evidence: readonly ColumnText[] = [
  { name: 'spec', type: 'text', doc: 'The spec that the row comes from' },
  { name: 'item', type: 'text', doc: 'Its file in the archive' },
  { name: 'line', type: 'integer', doc: 'The line of the file' },
];

/** The generic table: the named values of content. */
export const keyValueTable: TableText = {
  name: 'facts_kv',
  doc: 'A named value of a content: JSON, INI, key = value, tables with a header, listings',
  columns: [
    { name: 'section', type: 'text', doc: 'The section, row or object that has the value' },
    { name: 'key', type: 'text', doc: 'The name of the value' },
    { name: 'value', type: 'text', doc: 'The value' },
    { name: 'number', type: 'real', doc: 'The value, if it is a number' },
  ],
};

/** All tables. */
export const tableTexts: readonly TableText[] = [
  ...Object.values<FactTable>(factTables).map(({ name, doc, columns }) => ({
    name,
    doc,
    columns: Object.entries(columns).map(([column, { type, unit, doc: text }]) => ({
      name: column,
      type,
      ...defined({ unit }),
      doc: text,
    })),
  })),
  keyValueTable,
];

/** @throws UsageError if there is no table of this name. */
export function checkTable(name: string): void {
  const names = tableTexts.map((table) => table.name);
  if (!names.includes(name))
    throw usageError(
      `--table ${JSON.stringify(name)} is not a table; ${didYouMean(name, names)}`,
      '--table',
      name,
    );
}
