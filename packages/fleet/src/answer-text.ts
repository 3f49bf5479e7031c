import type { Json } from '@duckdb/node-api';
import { csvText } from '@hostspec/host-kit';
import type { Answer } from './query.js';

/** Text formats of answers. */
export const textFormats = ['table', 'csv', 'json'] as const;

const longest = 80;

/** Formats an answer: aligned columns, CSV as in RFC 4180, or JSON with one object for each row. */
export function answerText({ columns, rows }: Answer, format: (typeof textFormats)[number]): string {
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
