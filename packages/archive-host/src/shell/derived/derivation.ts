import type { Table } from '@hostspec/parse';
import { BuiltinError, type GivenOptions, type KnownOptions, parseBuiltin } from '../builtin.js';

/** What an archive has: the output of another command, or a file. */
export interface Source {
  /** For the user: the command line or the path, after the name of the spec if the archive tells it. */
  readonly name: string;
  /** The words after the program; none for a file. */
  readonly args: readonly string[];
  /** Lines without line ends. What a derivation cannot keep in memory is left out, with a message. */
  lines(): AsyncIterable<string>;
}

/** Finds what an output can be derived from. */
export interface Sources {
  /** The first recorded output of a program whose arguments are accepted. */
  command(program: string, accept: (args: readonly string[]) => boolean): Source | undefined;
  /** All of them. */
  commands(program: string): readonly Source[];
  file(path: string): Source | undefined;
  /** The files that a shell pattern matches. */
  files(pattern: string): Promise<readonly Source[]>;
}

/** An output that was not recorded, and comes from others. */
export interface Derived {
  readonly from: readonly Source[];
  /** How it differs from what the command would have printed, other than in the widths of columns. */
  readonly but?: string | undefined;
  readonly lines: Iterable<string> | AsyncIterable<string>;
  /** Default: 0. */
  readonly status?: number;
}

/** Derives the output of a program; undefined if the archive does not have what it takes, or an argument is not known. */
export type Derive = (args: readonly string[], sources: Sources) => Promise<Derived | undefined>;

/** Parses options; undefined if one is not known. */
export function given(args: readonly string[], known: KnownOptions): GivenOptions | undefined {
  try {
    return parseBuiltin(args, known);
  } catch (error) {
    if (error instanceof BuiltinError) return undefined;
    throw error;
  }
}

/** The one-letter options among arguments; words without a dash count too if `bare`, as for ps. */
export function lettersOf(args: readonly string[], bare = false): string {
  return args
    .filter((word) => /^-[^-]/.test(word) || (bare && !word.startsWith('-')))
    .join('')
    .replaceAll('-', '');
}

/** All lines of a source. */
export async function allLines(source: Source): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of source.lines()) lines.push(line);
  return lines;
}

/** The lines of a table with the row that each completes. */
export function rowLines<Row>(
  table: Table<Row>,
  lines: readonly string[],
): { readonly text: string; readonly row: Row }[] {
  const reader = table();
  return lines.flatMap((text) => {
    const row = reader.line(text);
    return row === undefined ? [] : [{ text, row }];
  });
}

/** Pads the cells of rows to columns. Those in `left` are aligned to the left; the last one is not padded. */
export function columns(
  rows: readonly (readonly string[])[],
  left: readonly number[],
  least: readonly number[] = [],
): string[] {
  const widths: number[] = [];
  for (const row of rows)
    for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? least[at] ?? 0, cell.length);
  return rows.map((row) =>
    row
      .map((cell, at) => {
        if (!left.includes(at)) return cell.padStart(widths[at] ?? 0);
        return at === row.length - 1 ? cell : cell.padEnd(widths[at] ?? 0);
      })
      .join(' ')
      .trimEnd(),
  );
}
