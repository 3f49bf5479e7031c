import { linesIn, linesOf, type Text } from '../table.js';
import type { Fact, FactTable, Source } from './declaration.js';
import { factTables } from './tables.js';

/** A row with its table. */
export interface FactOfTable {
  readonly table: string;
  /** The part of the table, from 0. */
  readonly part: number;
  readonly row: Fact;
}

interface SpecSource {
  readonly table: FactTable;
  readonly part: number;
  readonly source: Source<FactTable['columns']>;
}

const bySpec = new Map<string, SpecSource[]>();
for (const table of Object.values<FactTable>(factTables))
  table.parts.forEach((sources, part) => {
    for (const source of sources)
      bySpec.set(source.spec, [...(bySpec.get(source.spec) ?? []), { table, part, source }]);
  });

/** The specs whose content has typed facts. */
export const factSpecs: readonly string[] = [...bySpec.keys()].sort();

/** Parses one content of a spec that is in memory. The rows are in the order of its lines. `argv` is the command line that printed it. */
export function* factsOf(
  spec: string,
  text: Text,
  argv?: readonly string[],
): Generator<FactOfTable, void, undefined> {
  const readers = readersOf(spec, argv);
  if (readers.length === 0) return;
  // yield* for a list would take longer than its few rows.
  for (const line of linesOf(text))
    for (const reader of readers) for (const fact of reader.line(line)) yield fact;
  for (const reader of readers) yield* reader.end();
}

/**
 * Parses one content of a spec that arrives in pieces of UTF-8. Keeps one line in memory, and at most 1 Mi characters of it. `argv` is the
 * command line that printed it.
 */
export async function* factsIn(
  spec: string,
  pieces: AsyncIterable<Uint8Array>,
  argv?: readonly string[],
): AsyncGenerator<FactOfTable, void, undefined> {
  const readers = readersOf(spec, argv);
  if (readers.length === 0) return;
  for await (const lines of linesIn(pieces))
    for (const line of lines) for (const reader of readers) yield* reader.line(line);
  for (const reader of readers) yield* reader.end();
}

interface FactReader {
  line(text: string): readonly FactOfTable[];
  end(): readonly FactOfTable[];
}

const none: readonly FactOfTable[] = [];

function readersOf(spec: string, argv: readonly string[] = []): FactReader[] {
  return (bySpec.get(spec) ?? []).map(({ table, part, source }) => {
    const reader = source.rows();
    const ofCommand = source.ofCommand?.(argv);
    let read = 0;
    const asFact = (row: ReturnType<typeof reader.line>): readonly FactOfTable[] =>
      row === undefined
        ? none
        : [{ table: table.name, part, row: { ...row, ...ofCommand, line: reader.begin?.() ?? read } }];
    return {
      line(text) {
        read++;
        return asFact(reader.line(text));
      },
      end: () => asFact(reader.end?.()),
    };
  });
}
