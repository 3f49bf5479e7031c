import type { Content, Facts, HostFacts, NotKnown, Rows, SpecOutcome } from './facts.js';
import type { Needs } from './needs.js';

/** Facts in memory. */
export interface LoadedFacts {
  readonly collected: number | undefined;
  readonly rows: ReadonlyMap<string, Rows>;
  readonly contents: ReadonlyMap<string, readonly Content[] | NotKnown>;
  readonly host: HostFacts | NotKnown;
  outcome(spec: string): SpecOutcome | undefined;
}

/** Reads the facts that findings need. */
export async function loadFacts(facts: Facts, needs: Needs): Promise<LoadedFacts> {
  const rows = new Map<string, Rows>();
  const contents = new Map<string, readonly Content[] | NotKnown>();
  for (const table of needs.tables) rows.set(table, await facts.rows(table));
  for (const spec of needs.contents) contents.set(spec, await facts.contents(spec));
  return {
    collected: facts.collected,
    rows,
    contents,
    host: await facts.host(),
    outcome: (spec) => facts.outcome(spec),
  };
}
