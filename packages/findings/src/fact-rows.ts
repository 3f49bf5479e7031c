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
  const missing: Missing[] = [];
  const specs = specsOfTable(factTables, name);
  const contentOf = (spec: string): SpecContent => {
    const content = contents.get(spec) ?? { missing: [{ spec, why: 'was not collected' }] };
    const source = table.parts.flat().find((each) => each.spec === spec);
    const isNone =
      'missing' in content &&
      source?.noneWithoutProgram &&
      content.missing.every(({ noProgram }) => noProgram);
    return isNone ? [] : content;
  };
  for (const spec of specs) {
    const content = contentOf(spec);
    if ('missing' in content) missing.push(...content.missing);
  }
  const isKnown = (spec: string): boolean => !('missing' in contentOf(spec));
  const cut = specs.flatMap((spec): Missing[] => {
    const content = contentOf(spec);
    const why = 'missing' in content ? undefined : content.find(({ incomplete }) => incomplete)?.incomplete;
    return why === undefined ? [] : [{ spec, why }];
  });
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
    isWhole: cut.length === 0 && table.parts.some((sources) => sources.some(({ spec }) => isKnown(spec))),
    missing: [
      ...missing
        .filter(({ spec }) => isNeeded(table, spec, isKnown))
        .map((each) => ({ ...each, gives: givenBy(table, each.spec) })),
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

function givenBy({ parts }: FactTable, spec: string): readonly string[] | undefined {
  return parts.flat().find((source) => source.spec === spec)?.gives;
}

/** True unless another spec of the same part replaces one that was not collected. */
function isNeeded({ parts }: FactTable, spec: string, isKnown: (spec: string) => boolean): boolean {
  const part = parts.find((sources) => sources.some((source) => source.spec === spec));
  return !part?.some((source) => isKnown(source.spec));
}
