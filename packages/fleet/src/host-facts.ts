import { type Facts, factRows, type Missing, type SpecContent, specsOfTable } from '@hostspec/findings';
import { factTables, type ReadFact } from '@hostspec/parse/facts';
import { clockIs, contentOf, hostIs, withoutContent } from '@hostspec/report';
import { itemOf, type Measure } from './item-facts.js';
import type { KnownRows, SpecState } from './known-rows.js';
import { keptFacts } from './tables.js';

/** A host in one state of a fleet. */
export interface HostRow {
  readonly id: string;
  readonly name: string;
  /** Time of its last collection, and of its boot, in milliseconds since the epoch. */
  readonly started: number;
  readonly booted: number | undefined;
  readonly container: boolean;
  /** By spec. */
  readonly states: ReadonlyMap<string, SpecState>;
  /** Its volatile numbers, by spec. */
  readonly measures: ReadonlyMap<string, readonly Measure[]>;
}

/** The reason why content that changes by itself is not known. */
const notKept = 'changes by itself, and the fleet does not keep it';

/** The facts of a host for findings, from the rows of its fleet. */
export function hostFactsOf(host: HostRow, known: Pick<KnownRows, 'items' | 'facts' | 'text'>): Facts {
  const { states } = host;
  let clock: ReturnType<typeof clockIs> | undefined;
  const textOf = (spec: string): string | undefined => {
    const state = states.get(spec);
    const [item] = state ? known.items(state) : [];
    return item && known.text(item.stableId)?.text;
  };
  /** `content` returns the content of an item, or the reason why it is not known. */
  const contentsOf = (spec: string, content: (stableId: string) => string | Missing): SpecContent => {
    const state = states.get(spec);
    if (!state) return { missing: [{ spec, why: 'was not collected' }] };
    if (!state.isFilled) return withoutContent(spec, state.incomplete, state.reason);
    clock ??= clockIs(host.started, host.booted, textOf('timedatectl_status'));
    const ofHost = clock;
    const contents = known.items(state).map(({ path, stableId }) => ({ path, content: content(stableId) }));
    const missing = contents.flatMap(({ content: each }) => (typeof each === 'string' ? [] : [each]));
    if (missing.length > 0) return { missing: missing.slice(0, 1) };
    return contents.map(({ path, content: text }) =>
      contentOf(spec, { name: path, text: String(text) }, ofHost, state.incomplete),
    );
  };
  return {
    collected: host.started,
    async rows(name) {
      const specs = specsOfTable(factTables, name);
      if (!keptFacts.some((table) => table.name === name)) {
        const [spec = name] = specs;
        return { rows: [], isWhole: false, missing: [{ spec, why: notKept }] };
      }
      const contents = new Map(specs.map((spec) => [spec, contentsOf(spec, () => '')]));
      return factRows(
        name,
        contents,
        specs.flatMap((spec) => factsOfSpec(host, spec, known)),
      );
    },
    contents: async (spec) =>
      contentsOf(spec, (stableId) => {
        const text = known.text(stableId);
        if (!text) return { spec, why: 'is too large for the fleet to keep' };
        return text.isExact ? text.text : { spec, why: notKept };
      }),
    outcome: (spec) => states.get(spec)?.status,
    host: async () => hostIs(textOf('os_release'), host.container),
  };
}

/** The facts in the items of a spec, with the volatile numbers. */
function factsOfSpec(
  { states, measures }: HostRow,
  spec: string,
  known: Pick<KnownRows, 'items' | 'facts'>,
): ReadFact[] {
  const state = states.get(spec);
  if (!state?.isFilled) return [];
  const numbers = new Map<string, Record<string, number>>();
  for (const { key, item, number } of measures.get(spec) ?? []) {
    const [table = '', column = ''] = key.split('.');
    const place = `${table} ${item}`;
    const values = numbers.get(place) ?? {};
    numbers.set(place, values);
    values[column] = Math.max(number, values[column] ?? number);
  }
  const items = known.items(state);
  const read = items.flatMap(({ path, factsId }) =>
    (factsId === undefined ? [] : known.facts(factsId)).map(({ table, part, row }): ReadFact => {
      if (numbers.size === 0) return { table: table.name, part, row, spec, path };
      const place = `${table.name} ${itemOf(table, row)}`;
      const fact = { ...row, ...numbers.get(place) };
      if (table.key.length === 0) numbers.delete(place);
      return { table: table.name, part, row: fact, spec, path };
    }),
  );
  // Content for the table with one row for each host may have only volatile numbers.
  for (const table of keptFacts.filter(({ key }) => key.length === 0)) {
    const values = numbers.get(`${table.name} `);
    const part = table.parts.findIndex((sources) => sources.some((source) => source.spec === spec));
    if (values && part >= 0)
      read.push({ table: table.name, part, row: { ...values, line: 1 }, spec, path: items[0]?.path ?? '' });
  }
  return read;
}
