/** A line of more bytes has several rows. */
export const rowBytes = 2000;

/** Of a line with at least this many rows, only the rows shown are read. */
export const longRows = 32;

const rowsBetween = 1000;
// Limits the marks of a text of nothing but line ends.
const bytesBetween = 32 * 1024;

/** The byte that ends a line. */
export const newline = 10;

/** A place that the reading of rows can start at: the beginning of a line. */
export interface Mark {
  readonly row: number;
  /** Counted from 0. */
  readonly line: number;
  /** Bytes from the start of the text. */
  readonly offset: number;
}

/** The marks of a text, in their order, and its end. */
export interface Marks {
  readonly marks: readonly Mark[];
  readonly end: Mark;
}

/** The marks of the texts that are longer than a block, by where a text begins in all content: row, line and offset of each one. */
export type StoredMarks = Readonly<Record<number, readonly number[]>>;

/** How many rows a line has. */
export const rowsOfLine = (bytes: number): number => Math.max(1, Math.ceil(bytes / rowBytes));

/** Marks that are made while a text is read. */
export interface MarkMaker {
  /** The marks so far. */
  readonly marks: readonly Mark[];
  add(part: Uint8Array): void;
  /** Ends the text. */
  end(): Mark;
}

/** Makes the marks of a text from its parts. */
export function markMaker(): MarkMaker {
  let last: Mark = { row: 0, line: 0, offset: 0 };
  const marks = [last];
  let [row, line, lineStart, at] = [0, 0, 0, 0];
  const mark = (): void => {
    last = { row, line, offset: lineStart };
    marks.push(last);
  };
  const endLine = (bytes: number, next: number): void => {
    const rows = rowsOfLine(bytes);
    const isLong = rows >= longRows;
    if (isLong && last.offset !== lineStart) mark();
    row += rows;
    line++;
    lineStart = next;
    if (isLong || (row - last.row >= rowsBetween && next - last.offset >= bytesBetween)) mark();
  };
  return {
    marks,
    add(part) {
      for (let found = part.indexOf(newline); found !== -1; found = part.indexOf(newline, found + 1))
        endLine(at + found - lineStart, at + found + 1);
      at += part.length;
    },
    end() {
      if (lineStart < at) endLine(at - lineStart, at);
      return { row, line, offset: at };
    },
  };
}

/** Marks as numbers, the end last. */
export function numbersOf({ marks, end }: Marks): readonly number[] {
  return [...marks, end].flatMap(({ row, line, offset }) => [row, line, offset]);
}

/** The marks that numbers are. */
export function marksOf(numbers: readonly number[]): Marks | undefined {
  const marks: Mark[] = [];
  for (let at = 0; at < numbers.length; at += 3) {
    const [row = 0, line = 0, offset = 0] = numbers.slice(at, at + 3);
    marks.push({ row, line, offset });
  }
  const end = marks.pop();
  return end && { marks, end };
}
