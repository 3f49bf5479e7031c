import { padded, widthOf } from './width.js';

/** Rows as lines with aligned columns, of at most `widest` each; the last column is not padded. */
export function columns(rows: readonly (readonly string[])[], widest = Number.POSITIVE_INFINITY): string[] {
  const widths: number[] = [];
  for (const row of rows)
    row.forEach((cell, index) => {
      widths[index] = Math.max(widths[index] ?? 0, Math.min(widest, widthOf(cell)));
    });
  return rows.map((row) =>
    row
      .map((cell, index) => (index === row.length - 1 ? cell : padded(cell, widths[index] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}
