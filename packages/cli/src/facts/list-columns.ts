import { csvText } from '@hostspec/host-kit';
import { exitStatus } from '../exit-status.js';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import { styleOf } from '../style.js';
import { widthFor, wrapWide } from '../width.js';
import type { options } from './options.js';
import { type ColumnText, checkTable, evidence, type TableText, tableTexts } from './tables.js';

/** Prints the tables and their columns, or those of one table. @throws UsageError if there is no such table. */
export function listColumns({ table, format = 'table' }: Values<typeof options>, io: Io): number {
  if (table !== undefined) checkTable(table);
  const tables = tableTexts.filter(({ name }) => table === undefined || name === table);
  if (format === 'json') io.out.write(`${JSON.stringify(tables, undefined, 2)}\n`);
  else if (format === 'csv') io.out.write(csvText(rowsOf(tables)));
  else io.out.write(textOf(tables, io));
  return exitStatus.done;
}

function rowsOf(tables: readonly TableText[]): readonly string[][] {
  const rows = tables.flatMap(({ name, columns }) =>
    columns.map((column) => [name, column.name, column.type, column.unit ?? '', column.doc]),
  );
  return [['table', 'column', 'type', 'unit', 'doc'], ...rows];
}

function textOf(tables: readonly TableText[], io: Io): string {
  const style = styleOf(io.out, io);
  const width = widthFor(io.out);
  const block = (head: string, columns: readonly ColumnText[]): string =>
    `${head}\n${columns.map((column) => columnText(column, width)).join('')}`;
  return [
    ...tables.map(({ name, doc, columns }) => block(`${style.bold(name)}: ${doc}`, columns)),
    block('Every table also has:', evidence),
  ].join('\n');
}

const columnWidth = 25;

function columnText({ name, type, unit, doc }: ColumnText, width: number): string {
  const head = `  ${name.padEnd(columnWidth)}  ${(unit ?? type).padEnd(8)}  `;
  const [first = '', ...more] = wrapWide(doc, Math.max(width - head.length, 30));
  return `${head}${first}\n${more.map((line) => `${' '.repeat(head.length)}${line}\n`).join('')}`;
}
