import type { ContentStore } from './content-store.js';
import type { Range, Row } from './protocol.js';

/** A line of more bytes has several rows. */
export const rowBytes = 2000;
const rowsBetweenMarks = 1000;
const longRows = 32;
const newline = 10;

/** The rows of one range. A line of 300 MB has many rows, of which only those on the screen are made. */
export interface LineIndex {
  /** All rows and lines; the range is read once for it. */
  size(): Promise<{ readonly rows: number; readonly lines: number }>;
  rows(from: number, count: number): Promise<Row[]>;
  rowOfLine(line: number): Promise<number>;
}

/** A place that the reading of rows can start at: the beginning of a line. */
interface Mark {
  readonly row: number;
  /** Counted from 0. */
  readonly line: number;
  /** Bytes from the start of the range. */
  readonly offset: number;
}

const rowsOfLine = (bytes: number): number => Math.max(1, Math.ceil(bytes / rowBytes));

/** The index of a range. Marks are made while the content is scanned once; rows are made from the nearest mark. */
export function lineIndex(store: ContentStore, range: Range): LineIndex {
  const marks: Mark[] = [{ row: 0, line: 0, offset: 0 }];
  let end: Mark | undefined;
  let wake = (): void => {};
  let scanned: Promise<void> | undefined;

  const scan = async (): Promise<void> => {
    let [row, line, lineStart, at] = [0, 0, 0, 0];
    const endLine = (bytes: number, next: number): void => {
      const rows = rowsOfLine(bytes);
      const isLong = rows >= longRows;
      if (isLong && marks.at(-1)?.offset !== lineStart) marks.push({ row, line, offset: lineStart });
      row += rows;
      line++;
      lineStart = next;
      if (isLong || row - (marks.at(-1)?.row ?? 0) >= rowsBetweenMarks)
        marks.push({ row, line, offset: next });
    };
    for await (const part of store.parts(range)) {
      for (let found = part.indexOf(newline); found !== -1; found = part.indexOf(newline, found + 1))
        endLine(at + found - lineStart, at + found + 1);
      at += part.length;
      wake();
    }
    if (lineStart < range.bytes) endLine(range.bytes - lineStart, range.bytes);
    end = { row, line, offset: range.bytes };
    wake();
  };

  /** Waits until the marks go beyond a row or line. */
  const until = async (enough: (last: Mark) => boolean): Promise<void> => {
    scanned ??= scan();
    // A failure of the scan ends the waiting too.
    while (!end && !enough(marks.at(-1) as Mark))
      await Promise.race([scanned, new Promise<void>((resolve) => (wake = resolve))]);
  };

  const rowsFrom = async (at: number, from: number, count: number): Promise<Row[]> => {
    const mark = marks[at] as Mark;
    const next = marks[at + 1] ?? end ?? mark;
    if (next.line === mark.line + 1 && next.row - mark.row >= longRows)
      return await rowsOfLongLine(store, range, mark, next, from, count);
    const bytes = await store.read({ offset: range.offset + mark.offset, bytes: next.offset - mark.offset });
    return rowsOf(bytes, mark.line).slice(from - mark.row, from - mark.row + count);
  };

  return {
    async size() {
      await until(() => false);
      return { rows: end?.row ?? 0, lines: end?.line ?? 0 };
    },
    async rows(from, count) {
      await until(({ row }) => row > from + count);
      const rows: Row[] = [];
      while (rows.length < count && from + rows.length < (end?.row ?? Number.POSITIVE_INFINITY)) {
        const start = from + rows.length;
        const more = await rowsFrom(
          lastMark(marks, ({ row }) => row <= start),
          start,
          count - rows.length,
        );
        if (more.length === 0) break;
        rows.push(...more);
      }
      return rows;
    },
    async rowOfLine(number) {
      await until(({ line }) => line >= number);
      const at = lastMark(marks, ({ line }) => line < number);
      const { row } = marks[at] as Mark;
      const wanted = (rows: readonly Row[]): number => rows.findIndex(({ line }) => line === number);
      const found = wanted(await rowsFrom(at, row, rowsBetweenMarks + longRows));
      return found === -1 ? row : row + found;
    },
  };
}

/** The last of the marks, which are in order, that a test accepts; the first one if it accepts none. */
function lastMark(marks: readonly Mark[], test: (mark: Mark) => boolean): number {
  let [low, high] = [0, marks.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (test(marks[middle] as Mark)) low = middle;
    else high = middle;
  }
  return low;
}

const decoder = new TextDecoder();
const textOf = (bytes: Uint8Array): string => decoder.decode(bytes).replace(/\r$/, '\\r');

/** The rows of whole lines. */
function rowsOf(bytes: Uint8Array, firstLine: number): Row[] {
  const rows: Row[] = [];
  let line = firstLine + 1;
  for (let start = 0; start < bytes.length; line++) {
    const found = bytes.indexOf(newline, start);
    const stop = found === -1 ? bytes.length : found;
    for (let row = 0; row < rowsOfLine(stop - start); row++)
      rows.push({ line, continued: row > 0, text: textOf(rowPart(bytes.subarray(start, stop), row)) });
    start = stop + 1;
  }
  return rows;
}

/** Part of a line, without dividing a character: its last bytes belong to the row in which it begins. */
function rowPart(line: Uint8Array, row: number): Uint8Array {
  const isInside = (at: number): boolean => ((line[at] ?? 0) & 0xc0) === 0x80;
  const edge = (at: number): number => {
    let moved = at;
    while (moved > 0 && moved < line.length && moved < at + 3 && isInside(moved)) moved++;
    return Math.min(moved, line.length);
  };
  return line.subarray(row === 0 ? 0 : edge(row * rowBytes), edge((row + 1) * rowBytes));
}

async function rowsOfLongLine(
  store: ContentStore,
  range: Range,
  mark: Mark,
  next: Mark,
  from: number,
  count: number,
): Promise<Row[]> {
  const first = from - mark.row;
  const last = Math.min(first + count, next.row - mark.row);
  const start = mark.offset + first * rowBytes;
  // Three more bytes, for a character that begins in the last row.
  const stop = Math.min(mark.offset + last * rowBytes + 3, next.offset);
  const bytes = await store.read({ offset: range.offset + start, bytes: stop - start });
  const text = bytes.at(-1) === newline && stop === next.offset ? bytes.subarray(0, -1) : bytes;
  return Array.from({ length: last - first }, (_, row) => ({
    line: mark.line + 1,
    continued: first + row > 0,
    text: textOf(first > 0 && row === 0 ? withoutStart(rowPart(text, 0)) : rowPart(text, row)),
  }));
}

/** Without the last bytes of a character that began in the row before. */
function withoutStart(row: Uint8Array): Uint8Array {
  let start = 0;
  while (start < 3 && ((row[start] ?? 0) & 0xc0) === 0x80) start++;
  return row.subarray(start);
}
