import type { Json } from '@duckdb/node-api';
import { csvText } from '@hostspec/host-kit';
import type { Answer } from './query.js';

/** Formats of answers. */
export type Format = 'table' | 'csv' | 'json' | 'parquet';

const longest = 80;

/** The answer to a question as text, or as a Parquet file, for which the engine is asked in another way. */
export async function answerIn(
  format: Format,
  ask: () => Promise<Answer>,
  askForParquet: () => Promise<Uint8Array>,
): Promise<string | Uint8Array> {
  return format === 'parquet' ? askForParquet() : answerText(await ask(), format);
}

/** Formats an answer: aligned columns, CSV as in RFC 4180, or JSON with one object for each row. */
function answerText({ columns, rows }: Answer, format: Exclude<Format, 'parquet'>): string {
  if (format === 'json')
    return rows.length === 0 ? '[]\n' : `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`;
  const cells = rows.map((row) => columns.map((column) => textOf(row[column] ?? null)));
  if (format === 'csv') return csvText([columns, ...cells]);
  const shown = [columns, ...cells].map((row) => row.map(tableCell));
  const widths = columns.map((_, at) => shown.reduce((most, row) => Math.max(most, row[at]?.length ?? 0), 0));
  return shown
    .map(
      (row) =>
        `${row
          .map((cell, at) => cell.padEnd(widths[at] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

function textOf(value: Json): string {
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function tableCell(text: string): string {
  const line = text.replace(/[\t\r\n]+/g, ' ');
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
}
