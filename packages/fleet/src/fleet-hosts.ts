import {
  type Content,
  type Facts,
  factRows,
  type HostToCheck,
  type Missing,
  type Needs,
  type SpecContent,
  specsOfTable,
} from '@hostspec/findings';
import { defined } from '@hostspec/host-kit';
import { factTables, type ReadFact } from '@hostspec/parse/facts';
import { noiseRule } from '@hostspec/parse/noise';
import { clockIs, contentOf, hostIs, withoutContent } from '@hostspec/report';
import { dayOf } from './day-words.js';
import { withViews } from './define-views.js';
import { type Engine, openEngine, quoted } from './engine.js';
import { engineFailure } from './engine-error.js';
import { measuredSpecs } from './fact-views.js';
import { readState } from './fleet-state.js';
import { checkNames } from './invalid.js';
import { itemOf, type Measure } from './item-facts.js';
import { type KnownItem, type KnownRows, newKnownRows, type SpecState } from './known-rows.js';
import { keptFacts } from './tables.js';

/** The reason why content that changes by itself is not known. */
const notKept = 'changes by itself, and the fleet does not keep it';

/** The state of a fleet to read. */
export interface StateOptions {
  /** A day in UTC, such as `2026-01-31`, `yesterday` or `7d`. Default: the latest state. */
  readonly day?: string | undefined;
  /** Only hosts of this group. */
  readonly group?: string | undefined;
}

/** Rows are read for this many hosts at a time. */
const atOnce = 100;

/**
 * The hosts of a fleet, by name, with the facts that findings need of their state at the end of a day.
 *
 * @throws UsageError if the directory is not a fleet; HostspecError if it cannot be read.
 */
export async function* fleetHosts(
  fleet: string,
  needs: Needs,
  { day, group }: StateOptions = {},
): AsyncGenerator<HostToCheck, void, undefined> {
  const until = day === undefined ? '9999-12-31' : dayOf(day);
  const state = readState(fleet);
  const engine = withViews(await openEngine(fleet), fleet, state);
  try {
    await defineState(engine, needs, until, group);
    const states = await statesOf(engine);
    const rows = newKnownRows(engine, needs);
    for (let from = 0; ; from += atOnce) {
      const hosts = await hostsOf(engine, states, from);
      if (hosts.length === 0) return;
      await rows.load(new Set(hosts.flatMap((host) => [...host.states.values()])));
      for (const host of hosts)
        yield { ...host, facts: hostFactsOf(host, rows), sharedBy: (needs) => sharedText(host, needs) };
    }
  } catch (error) {
    throw (await engineFailure(fleet, state.files, error)) ?? error;
  } finally {
    engine.close();
  }
}

/** Creates tables of the engine with the states of specs that hosts are in, each once. */
async function defineState(
  engine: Engine,
  { specs }: Needs,
  day: string,
  group: string | undefined,
): Promise<void> {
  const date = `DATE '${day}'`;
  const wanted = [...specs].map(quoted).join(', ');
  const own = group === undefined ? '' : ` WHERE h.groups = ${quoted(group)}`;
  await checkNames(engine.rows, { group });
  await engine.run(`CREATE TABLE own_hosts AS SELECT row_number() OVER (ORDER BY h.name, h.host_id) - 1 AS n, h.host_id, h.name, r.started, r.booted, r.container
    FROM hosts h JOIN (SELECT host_id, max(started) AS started, arg_max(booted, turn) AS booted, arg_max(container, turn) AS container
      FROM runs WHERE day <= ${date} GROUP BY host_id) r ON r.host_id = h.host_id${own}`);
  await engine.run(`CREATE TABLE own_outcomes AS SELECT h.n, o.spec, o.status, o.reason, o.incomplete, o.content_id
    FROM snapshot_outcomes(${date}) o JOIN own_hosts h ON h.host_id = o.host_id WHERE o.spec IN (${wanted})`);
  await engine.run(`CREATE TABLE states AS SELECT row_number() OVER () - 1 AS state, * FROM (
    SELECT spec, status, reason, incomplete, content_id, count(*) AS hosts FROM own_outcomes
    GROUP BY spec, status, reason, incomplete, content_id)`);
  await engine.run(`CREATE TABLE own_states AS SELECT o.n, string_agg(s.state, ',') AS states FROM own_outcomes o
    JOIN states s ON s.spec = o.spec AND s.status = o.status AND s.reason IS NOT DISTINCT FROM o.reason
      AND s.incomplete IS NOT DISTINCT FROM o.incomplete AND s.content_id IS NOT DISTINCT FROM o.content_id GROUP BY o.n ORDER BY o.n`);
  await engine.run(`CREATE TABLE state_items AS SELECT s.state, i.path, i.stable_id, i.facts_id FROM items i
    JOIN states s ON s.content_id = i.content_id ORDER BY s.state, i.path`);
  const measured = [...specs].filter((spec) => measuredSpecs.has(spec)).map(quoted);
  await engine.run(`CREATE TABLE own_measures AS SELECT h.n, m.spec, m.key, m.item, m.number FROM snapshot_measures(${date}) m
    JOIN own_hosts h ON h.host_id = m.host_id WHERE m.spec IN (${measured.join(', ') || "''"}) ORDER BY h.n`);
}

async function statesOf(engine: Engine): Promise<SpecState[]> {
  const rows = await engine.rows(
    'SELECT spec, status, reason, incomplete, content_id IS NOT NULL AS filled, CAST(hosts AS INTEGER) AS hosts FROM states ORDER BY state',
  );
  return rows.map(({ spec, status, reason, incomplete, filled, hosts }, id) => ({
    ...{
      id,
      spec: String(spec),
      status: String(status),
      isFilled: filled === true,
      isShared: Number(hosts) > 1,
    },
    reason: reason === null ? undefined : String(reason),
    incomplete: incomplete === null ? undefined : String(incomplete),
  }));
}

async function hostsOf(engine: Engine, states: readonly SpecState[], from: number): Promise<HostRow[]> {
  const own = `n >= ${from} AND n < ${from + atOnce}`;
  const hosts = await engine.rows(
    `SELECT CAST(n AS INTEGER) AS n, host_id, name, CAST(epoch_ms(started) AS DOUBLE) AS started, CAST(epoch_ms(booted) AS DOUBLE) AS booted,
      container, states FROM own_hosts LEFT JOIN own_states USING (n) WHERE ${own} ORDER BY n`,
  );
  const measures = await engine.rows(
    `SELECT CAST(n AS INTEGER) AS n, spec, key, item, number FROM own_measures WHERE ${own}`,
  );
  const measuresOf = new Map<unknown, Map<string, Measure[]>>();
  for (const { n, spec, key, item, number } of measures) {
    const ofHost = measuresOf.get(n) ?? new Map<string, Measure[]>();
    measuresOf.set(n, ofHost);
    const ofSpec = ofHost.get(String(spec)) ?? [];
    ofHost.set(String(spec), ofSpec);
    ofSpec.push({ key: String(key), item: String(item), number: Number(number) });
  }
  return hosts.map(({ n, host_id, name, started, booted, container, states: ids }) => {
    const own = (typeof ids === 'string' ? ids.split(',') : []).flatMap((id) => states[Number(id)] ?? []);
    return {
      ...{ id: String(host_id), name: String(name), started: Number(started), container: container === true },
      booted: booted === null ? undefined : Number(booted),
      states: new Map(own.map((state) => [state.spec, state])),
      measures: measuresOf.get(n) ?? new Map(),
    };
  });
}

function sharedText(
  { states, measures, container }: HostRow,
  { specs, contents }: Pick<Needs, 'specs' | 'contents'>,
): string | undefined {
  let text = container ? 'container' : '';
  for (const spec of specs) {
    const state = states.get(spec);
    // Volatile numbers belong to one host. Those in a content count only if its lines are read.
    const isOwn = measures.get(spec)?.some(({ key }) => key !== spec || contents.has(spec));
    if (state?.isFilled && (isOwn || !state.isShared)) return undefined;
    text += ` ${state?.id ?? ''}`;
  }
  return text;
}

/** What is known of a content. */
interface KnownText extends Pick<Content, 'text' | 'leftOut'> {
  /** Lines with numbers that change by themselves, whose place in the text is not known. */
  readonly numbers?: string;
}

/** The lines of a content that a fleet keeps, from their text and the numbers of a day; undefined if lines are not kept as they are. */
function keptLines(
  spec: string,
  path: string,
  text: string,
  measures: readonly Measure[],
): KnownText | undefined {
  const { keys, wholeLines } = noiseRule(spec, path) ?? {};
  if (!keys || !wholeLines) return undefined;
  const isLeftOut = (line: string): boolean => keys([line])[0] === undefined;
  const numbers = measures.map(({ item, number }) => `${item} = ${number}\n`).filter(isLeftOut);
  return {
    text,
    ...(numbers.length > 0 && { numbers: numbers.join('') }),
    leftOut: {
      why: notKept,
      hides: (name) =>
        !measures.some(({ item }) => item === name) &&
        ((path.endsWith(`/${name}`) && text.trim() === '') ||
          [`${name} 1`, `${name} = 1`, `${name}: 1`].some(isLeftOut)),
    },
  };
}

/** A host in one state of a fleet. */
interface HostRow {
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

/** The facts of a host for findings, from the rows of its fleet. */
function hostFactsOf(host: HostRow, known: Pick<KnownRows, 'items' | 'facts' | 'text'>): Facts {
  const { states } = host;
  let clock: ReturnType<typeof clockIs> | undefined;
  const textOf = (spec: string): string | undefined => {
    const state = states.get(spec);
    const [item] = state ? known.items(state) : [];
    return item && known.text(item.stableId)?.text;
  };
  /** `content` returns what is known of an item, or the reason why nothing is. */
  const contentsOf = (spec: string, content: (item: KnownItem) => KnownText | Missing): SpecContent => {
    const state = states.get(spec);
    if (!state) return { missing: [{ spec, why: 'was not collected' }] };
    if (!state.isFilled) return withoutContent(spec, state.incomplete, state.reason);
    clock ??= clockIs(host.started, host.booted, textOf('timedatectl_status'));
    const ofHost = clock;
    const contents: Content[] = [];
    for (const item of known.items(state)) {
      const found = content(item);
      if ('why' in found) return { missing: [found] };
      const { text, leftOut, numbers } = found;
      const kept = contentOf(spec, { name: item.path, text }, ofHost, state.incomplete);
      contents.push({ ...kept, ...defined({ leftOut }) });
      if (numbers !== undefined)
        contents.push({ ...kept, text: numbers, at: { ...kept.at, line: undefined } });
    }
    return contents;
  };
  return {
    collected: host.started,
    async rows(name) {
      const specs = specsOfTable(factTables, name);
      if (!keptFacts.some((table) => table.name === name)) {
        const [spec = name] = specs;
        return { rows: [], isWhole: false, missing: [{ spec, why: notKept }] };
      }
      const contents = new Map(specs.map((spec) => [spec, contentsOf(spec, () => ({ text: '' }))]));
      return factRows(
        name,
        contents,
        specs.flatMap((spec) => factsOfSpec(host, spec, known)),
      );
    },
    contents: async (spec) =>
      contentsOf(spec, ({ path, stableId }) => {
        const kept = known.text(stableId);
        if (!kept) return { spec, why: 'is too large for the fleet to keep' };
        if (kept.isExact) return kept;
        const measures = host.measures.get(spec)?.filter(({ key }) => key === spec) ?? [];
        const measure = measures.find(({ item }) => item === path);
        if (measure) return { text: `${measure.number}\n` };
        return keptLines(spec, path, kept.text, measures) ?? { spec, why: notKept };
      }),
    outcome: (spec) => states.get(spec),
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
    if (key === spec) continue;
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
