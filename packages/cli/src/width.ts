import stringWidth from 'fast-string-width';
import type { Output } from './io.js';
import { wrap } from './wrap.js';

/** The columns that lines are cut or wrapped to: those of a terminal. Files and pipes have no limit. */
export function widthFor({ isTTY, columns = 80 }: Output): number {
  return isTTY ? columns : Number.POSITIVE_INFINITY;
}

/** The columns that a text takes on a terminal: two for a wide character or an emoji, none for a combining mark. */
export function widthOf(text: string): number {
  return /^[\x20-\x7e]*$/.test(text) ? text.length : stringWidth(text);
}

/** A text with spaces up to a width. */
export function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

// Takes ten milliseconds to make, and few lines need it.
let segmenter: Intl.Segmenter | undefined;

/** A line that is cut to a width, with an ellipsis, without dividing what a reader sees as one character. */
export function fitted(line: string, width: number): string {
  if (width === Number.POSITIVE_INFINITY || widthOf(line) <= width) return line;
  let kept = '';
  let room = width - 1;
  segmenter ??= new Intl.Segmenter();
  for (const { segment } of segmenter.segment(line)) {
    room -= widthOf(segment);
    if (room < 0) break;
    kept += segment;
  }
  return `${kept}…`;
}

/** As `wrap`, for text that may have wide characters. */
export function wrapWide(text: string, width: number): string[] {
  return wrap(text, width, widthOf);
}

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
