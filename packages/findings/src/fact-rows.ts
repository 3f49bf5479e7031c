import {
  type FactTable,
  factsOf,
  factTables,
  type HostFact,
  hostFacts,
  type ReadFact,
} from '@hostspec/parse/facts';
import {
  type Content,
  type Missing,
  type NotKnown,
  type Place,
  type Row,
  type Rows,
  specsOfTable,
} from './facts.js';

/** The content of a spec, or the reason why it is missing. An empty list means that the host has none. */
export type SpecContent = readonly Content[] | NotKnown;

/**
 * The rows of a table of `@hostspec/parse/facts`, from the contents of its specs. `read` has the facts of these contents; default: they are
 * parsed here.
 */
export function factRows(
  name: string,
  contents: ReadonlyMap<string, SpecContent>,
  read: readonly ReadFact[] = factsInContents(specsOfTable(factTables, name), contents),
): Rows {
  const table: FactTable | undefined = Object.values<FactTable>(factTables).find(
    (each) => each.name === name,
  );
  if (!table) return { rows: [], isWhole: false, missing: [] };
  const sources = new Map(table.parts.flat().map((source) => [source.spec, source]));
  const missing: Missing[] = [];
  const cut: Missing[] = [];
  const known = new Set<string>();
  for (const spec of specsOfTable(factTables, name)) {
    const content = contents.get(spec) ?? { missing: [{ spec, why: 'was not collected' }] };
    if ('missing' in content) {
      if (sources.get(spec)?.noneWithoutProgram && content.missing.every(({ noProgram }) => noProgram))
        known.add(spec);
      else missing.push(...content.missing);
      continue;
    }
    known.add(spec);
    const why = content.find(({ incomplete }) => incomplete)?.incomplete;
    if (why !== undefined) cut.push({ spec, why });
  }
  const timeAt = timesIn(contents);
  const afterBoot = timesAfterBoot(table, contents);
  return {
    rows: hostFacts(table, read).map(({ values, spec, path, line, madeOf }) => ({
      values,
      at: { spec, path, line },
      time: () => timeAt({ spec, path, line }) ?? afterBoot(values),
      ...(madeOf && { places: placesIn(madeOf, table.key) }),
    })),
    // One part must be there: others add columns, or belong to another kind of host. If a log was cut, any part could have the line.
    isWhole: cut.length === 0 && table.parts.some((part) => part.some(({ spec }) => known.has(spec))),
    missing: [
      ...missing
        .filter(({ spec }) => isNeeded(table, spec, known))
        .map((each) => ({ ...each, gives: sources.get(each.spec)?.gives })),
      ...cut,
    ],
  };
}

function factsInContents(specs: readonly string[], contents: ReadonlyMap<string, SpecContent>): ReadFact[] {
  return specs.flatMap((spec) => {
    const content = contents.get(spec) ?? [];
    if ('missing' in content) return [];
    return content.flatMap(({ text, at, argv }) =>
      [...factsOf(spec, text, argv)].map((fact) => ({ ...fact, spec, path: at.path })),
    );
  });
}

/** Finds when a line was written. A content is divided into lines once. */
function timesIn(contents: ReadonlyMap<string, SpecContent>): (place: Place) => number | undefined {
  const lines = new Map<Content, readonly string[]>();
  return ({ spec, path, line }) => {
    const all = contents.get(spec) ?? [];
    const content = 'missing' in all ? undefined : all.find(({ at }) => at.path === path);
    if (!content || line === undefined) return undefined;
    const known = lines.get(content) ?? content.text.split('\n');
    lines.set(content, known);
    return content.timeOf(known[line - 1] ?? '');
  };
}

/** Finds when the row of a table happened that has the seconds since the boot in a column: a content reads them as those of a kernel log. */
function timesAfterBoot(
  { columns }: FactTable,
  contents: ReadonlyMap<string, SpecContent>,
): (values: Row['values']) => number | undefined {
  const column = Object.keys(columns).find((name) => columns[name]?.isTime);
  const [content] = [...contents.values()].flatMap((all) => ('missing' in all ? [] : all));
  return (values) => {
    const seconds = column === undefined ? undefined : values[column];
    return typeof seconds === 'number' ? content?.timeOf(`[${seconds.toFixed(6)}] `) : undefined;
  };
}

/** The place of each value in a row whose parts are in several contents, all of which have its key. */
function placesIn(parts: readonly HostFact[], key: readonly string[]): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  for (const { values, spec, path, line } of parts)
    for (const [column, value] of Object.entries(values))
      if (value !== undefined && !key.includes(column) && !places.has(column))
        places.set(column, { spec, path, line });
  return places;
}

/** True unless another spec of the same part replaces one that was not collected. */
function isNeeded({ parts }: FactTable, spec: string, known: ReadonlySet<string>): boolean {
  const part = parts.find((sources) => sources.some((source) => source.spec === spec));
  return !part?.some((source) => known.has(source.spec));
}
