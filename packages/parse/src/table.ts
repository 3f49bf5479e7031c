/** Reads the lines of one content, in order. */
interface LineReader<Row> {
  /** Takes the next line, without its line end. Returns the row that it completes, if there is one. */
  line(text: string): Row | undefined;
  /** Returns the row that the end of the content completes. */
  end?(): Row | undefined;
  /** Number, from 1, of the line at which the row returned last begins. Default: the line read last. */
  begin?(): number;
}

/** Parses a content into rows: each call starts reading one content. */
export type Table<Row> = () => LineReader<Row>;

/** A table with at most one row for each line. */
export function eachLine<Row>(line: (text: string) => Row | undefined): Table<Row> {
  return () => ({ line });
}

/** A table with one row for each block of lines. `head` returns a row for the first line of a block, `add` adds a later line to it. */
export function blocks<Row>(
  head: (line: string) => Row | undefined,
  add: (row: Row, line: string) => unknown,
): Table<Row> {
  return () => {
    let open: Row | undefined;
    let [read, openAt, completeAt] = [0, 0, 0];
    return {
      line(text) {
        read++;
        const next = head(text);
        if (next === undefined) {
          if (open !== undefined) add(open, text);
          return undefined;
        }
        const complete = open;
        completeAt = openAt;
        open = next;
        openAt = read;
        return complete;
      },
      end() {
        completeAt = openAt;
        return open;
      },
      begin: () => completeAt,
    };
  };
}

/** A table whose rows are converted by `form`. If that returns undefined, the row is left out. */
export function mapped<Row, Other>(table: Table<Row>, form: (row: Row) => Other | undefined): Table<Other> {
  return () => {
    const { line, end, ...rest } = table();
    const formed = (row: Row | undefined): Other | undefined => (row === undefined ? undefined : form(row));
    return { ...rest, line: (text) => formed(line(text)), ...(end && { end: () => formed(end()) }) };
  };
}

/** A row that is not yet complete. */
export type Open<Row> = { -readonly [K in keyof Row]: Row[K] };

/** Text, or its lines without line ends. */
export type Text = string | Iterable<string>;

/** The lines of a text, without line ends and without an empty last one. */
export function* linesOf(text: Text): Generator<string, void, undefined> {
  if (typeof text !== 'string') {
    yield* text;
    return;
  }
  let start = 0;
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
    yield withoutReturn(text.slice(start, end));
    start = end + 1;
  }
  if (start < text.length) yield withoutReturn(text.slice(start));
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

/** Parses content in memory. */
export function rowsOf<Row>(table: Table<Row>, text: Text): Row[] {
  const reader = table();
  const rows: Row[] = [];
  const take = (row: Row | undefined): void => {
    if (row !== undefined) rows.push(row);
  };
  for (const line of linesOf(text)) take(reader.line(line));
  take(reader.end?.());
  return rows;
}

/** Longer lines are cut here, so that one line cannot use up the memory. In characters. */
const longestLine = 1024 * 1024;

/** Parses content that arrives in pieces of UTF-8. Keeps one line in memory, and at most 1 Mi characters of it. */
export async function* rowsIn<Row>(
  table: Table<Row>,
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<Row, void, undefined> {
  const reader = table();
  for await (const lines of linesIn(pieces))
    for (const text of lines) {
      const row = reader.line(text);
      if (row !== undefined) yield row;
    }
  const end = reader.end?.();
  if (end !== undefined) yield end;
}

/**
 * Splits content that arrives in pieces of UTF-8 into lines: for each piece, those that it completes. Keeps one line in memory, and at most
 * 1 Mi characters of it.
 */
export async function* linesIn(
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<Iterable<string>, void, undefined> {
  const decoder = new TextDecoder();
  let rest = '';
  const read = function* (text: string): Generator<string, void, undefined> {
    let start = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      const line = withoutReturn(joined(rest, text.slice(start, end)));
      rest = '';
      start = end + 1;
      yield line;
    }
    rest = joined(rest, text.slice(start));
  };
  for await (const piece of pieces) yield read(decoder.decode(piece, { stream: true }));
  yield read(decoder.decode());
  if (rest !== '') yield [withoutReturn(rest)];
}

function joined(start: string, more: string): string {
  return start.length >= longestLine ? start : (start + more).slice(0, longestLine);
}
