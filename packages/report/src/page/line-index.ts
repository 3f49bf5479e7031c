import type { ContentStore } from './content-store.js';
import { longRows, type Mark, type Marks, markMaker, newline, rowBytes, rowsOfLine } from './line-marks.js';
import type { Range, Row } from './protocol.js';

/** The rows of one range. Only the rows on the screen are made: a line of 300 MB has many. */
export interface LineIndex {
  /** All rows and lines; the range is read once for it. */
  size(): Promise<{ readonly rows: number; readonly lines: number }>;
  rows(from: number, count: number): Promise<Row[]>;
  rowOfLine(line: number): Promise<number>;
}

interface KnownLines {
  marks: readonly Mark[];
  end?: Mark;
  /** Waits until the marks go beyond a row or line. */
  until(enough: (last: Mark) => boolean): Promise<void>;
}

function knownLines(store: ContentStore, range: Range, stored: Promise<Marks | undefined>): KnownLines {
  let wake = (): void => {};
  let moved: Promise<void>;
  const move = (): void => {
    wake();
    moved = new Promise((resolve) => (wake = resolve));
  };
  move();
  const scan = async (): Promise<void> => {
    const made = markMaker();
    known.marks = made.marks;
    for await (const part of store.parts(range)) {
      if (known.end) return;
      made.add(part);
      move();
    }
    known.end ??= made.end();
  };
  let scanned: Promise<void> | undefined;
  const known: KnownLines = {
    marks: [],
    async until(enough) {
      if (!known.end) scanned ??= scan();
      // A failure of the scan ends the waiting too.
      while (!known.end && !enough(known.marks.at(-1) as Mark)) await Promise.race([scanned, moved]);
    },
  };
  void stored.then((all) => {
    // If the report lacks a part of the content, its marks are wrong. The scan reports that.
    if (known.end || all?.end.offset !== range.bytes) return;
    Object.assign(known, all);
    move();
  });
  return known;
}

/**
 * Indexes a range. The report has the marks of long ranges (`stored`); one scan makes the others. Rows are read from the nearest mark.
 */
export function lineIndex(
  store: ContentStore,
  range: Range,
  stored: Promise<Marks | undefined> = Promise.resolve(undefined),
): LineIndex {
  const known = knownLines(store, range, stored);

  /** A mark, and the next one or the end. */
  const part = (at: number): { readonly mark: Mark; readonly next: Mark } => {
    const mark = known.marks[at] as Mark;
    return { mark, next: known.marks[at + 1] ?? known.end ?? mark };
  };
  const bytesAt = (at: number): Promise<Uint8Array> => {
    const { mark, next } = part(at);
    return store.read({ offset: range.offset + mark.offset, bytes: next.offset - mark.offset });
  };
  const rowsFrom = async (at: number, from: number, count: number): Promise<Row[]> => {
    const { mark, next } = part(at);
    if (next.line === mark.line + 1 && next.row - mark.row >= longRows)
      return await rowsOfLongLine(store, range, mark, next, from, count);
    return rowsOf(await bytesAt(at), mark, from, count);
  };

  return {
    async size() {
      await known.until(() => false);
      return { rows: known.end?.row ?? 0, lines: known.end?.line ?? 0 };
    },
    async rows(from, count) {
      await known.until(({ row }) => row > from + count);
      const rows: Row[] = [];
      while (rows.length < count && from + rows.length < (known.end?.row ?? Number.POSITIVE_INFINITY)) {
        const start = from + rows.length;
        const at = lastMark(known.marks, ({ row }) => row <= start);
        const more = await rowsFrom(at, start, count - rows.length);
        if (more.length === 0) break;
        rows.push(...more);
      }
      return rows;
    },
    async rowOfLine(number) {
      await known.until(({ line }) => line >= number);
      const at = lastMark(known.marks, ({ line }) => line < number);
      const { mark } = part(at);
      // A very long line has a mark of its own, and is not read for it.
      if (number <= mark.line + 1) return mark.row;
      let { row } = mark;
      for (const { line, bytes } of linesOf(await bytesAt(at), mark.line)) {
        if (line >= number) break;
        row += rowsOfLine(bytes.length);
      }
      return row;
    },
  };
}

/** The index of the last of the sorted marks that a test accepts; 0 if it accepts none. */
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

/** Whole lines, without their ends. */
function* linesOf(
  bytes: Uint8Array,
  before: number,
): Generator<{ readonly line: number; readonly bytes: Uint8Array }> {
  let line = before + 1;
  for (let start = 0; start < bytes.length; line++) {
    const found = bytes.indexOf(newline, start);
    const stop = found === -1 ? bytes.length : found;
    yield { line, bytes: bytes.subarray(start, stop) };
    start = stop + 1;
  }
}

/** Some rows of whole lines, which begin at a mark. */
function rowsOf(content: Uint8Array, mark: Mark, from: number, count: number): Row[] {
  const rows: Row[] = [];
  let first = mark.row;
  for (const { line, bytes } of linesOf(content, mark.line)) {
    const next = first + rowsOfLine(bytes.length);
    for (let row = Math.max(first, from); row < next && rows.length < count; row++)
      rows.push({ line, continued: row > first, text: textOf(rowPart(bytes, row - first)) });
    if (rows.length === count) break;
    first = next;
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
