import type { Needs } from '@hostspec/findings';
import { type Fact, type FactTable, factTables } from '@hostspec/parse/facts';
import type { Engine } from './engine.js';
import { keptColumns, keptFacts } from './tables.js';

/** A state of a spec that hosts can share: no content, or equal items. */
export interface SpecState {
  readonly id: number;
  readonly spec: string;
  readonly status: string;
  readonly reason: string | undefined;
  /** The reason why a host has, or can have, more than this; undefined if it has not. */
  readonly incomplete: string | undefined;
  /** True if there are items. */
  readonly isFilled: boolean;
  /** True if several hosts have it. */
  readonly isShared: boolean;
}

/** An item that the hosts of a state have. */
export interface KnownItem {
  readonly path: string;
  readonly stableId: string;
  readonly factsId: string | undefined;
}

interface KnownFact {
  readonly table: FactTable;
  readonly part: number;
  readonly row: Fact;
}

/** The rows of contents that several hosts have, in memory. */
export type KnownRows = ReturnType<typeof newKnownRows>;

/** Specs whose text shows the kind of host, and when its lines were written. */
const textSpecs = ['os_release', 'timedatectl_status'];

/** Limit of the characters and cells of rows in memory. Beyond it, all are dropped and read again. */
const mostSize = 64 * 1024 * 1024;

/** Keeps the rows that findings need in memory. Drops all of them if there are too many. */
export function newKnownRows(engine: Engine, { tables, contents }: Needs) {
  const items = new Map<number, readonly KnownItem[]>();
  const facts = new Map<string, KnownFact[]>();
  const texts = new Map<string, { readonly text: string; readonly isExact: boolean }>();
  const wantedTexts = new Set([...contents, ...textSpecs]);
  const wantedTables = keptFacts.filter((table) => isWanted(table, tables));
  let size = 0;
  return {
    /** Reads the missing rows of these states. */
    async load(states: ReadonlySet<SpecState>): Promise<void> {
      if (size > mostSize) {
        for (const known of [items, facts, texts]) known.clear();
        size = 0;
      }
      const fresh = [...states].filter(({ id, isFilled }) => isFilled && !items.has(id));
      const specOf = new Map(fresh.map(({ id, spec }) => [id, spec]));
      const [textIds, factIds] = [new Set<string>(), new Set<string>()];
      for (const [state, own] of await itemsOf(engine, [...specOf.keys()])) {
        items.set(state, own);
        for (const { stableId, factsId } of own) {
          if (wantedTexts.has(specOf.get(state) ?? '') && !texts.has(stableId)) textIds.add(stableId);
          if (factsId !== undefined && !facts.has(factsId)) factIds.add(factsId);
        }
      }
      for (const { stable_id, exact, text } of await rowsWith(
        engine,
        'SELECT t.stable_id, t.exact, t.text FROM contents t JOIN wanted w ON w.id = t.stable_id',
        textIds,
      )) {
        texts.set(String(stable_id), { text: String(text), isExact: Number(exact) === 1 });
        size += String(text).length;
      }
      for (const id of factIds) facts.set(id, []);
      for (const table of wantedTables)
        for (const { facts_id, part, line, ...values } of await rowsWith(engine, factsSql(table), factIds)) {
          const given = Object.entries(values).filter(([, value]) => value !== null);
          const row = { ...Object.fromEntries(given), line: Number(line) };
          facts.get(String(facts_id))?.push({ table, part: Number(part), row });
          size += given.length * 16;
        }
    },
    items: ({ id }: SpecState): readonly KnownItem[] => items.get(id) ?? [],
    facts: (id: string): readonly KnownFact[] => facts.get(id) ?? [],
    text: (id: string) => texts.get(id),
  };
}

/** True if a table is needed, for itself or for a column of another one. */
function isWanted({ name }: FactTable, tables: ReadonlySet<string>): boolean {
  return Object.values<FactTable>(factTables).some(
    (table) =>
      tables.has(table.name) &&
      (table.name === name || Object.values(table.columns).some(({ joined }) => joined === name)),
  );
}

function factsSql(table: FactTable): string {
  const columns = keptColumns(table).map((name) => {
    const type = table.columns[name]?.type;
    if (type === 'integer') return `CAST(t.${name} AS DOUBLE) AS ${name}`;
    return type === 'time' ? `CAST(epoch_ms(t.${name}) AS DOUBLE) AS ${name}` : `t.${name}`;
  });
  return `SELECT t.facts_id, CAST(t.part AS INTEGER) AS part, CAST(t.line AS INTEGER) AS line, ${columns.join(', ')}
    FROM "${table.name}" t JOIN wanted w ON w.id = t.facts_id ORDER BY t.facts_id, t.line`;
}

async function itemsOf(
  engine: Engine,
  states: readonly number[],
): Promise<Map<number, readonly KnownItem[]>> {
  const found = new Map<number, KnownItem[]>(states.map((state) => [state, []]));
  const sql =
    'SELECT CAST(t.state AS INTEGER) AS state, t.path, t.stable_id, t.facts_id FROM state_items t JOIN wanted w ON CAST(w.id AS BIGINT) = t.state ORDER BY t.state, t.path';
  for (const { state, path, stable_id, facts_id } of await rowsWith(engine, sql, states.map(String)))
    found.get(Number(state))?.push({
      path: String(path),
      stableId: String(stable_id),
      factsId: facts_id === null ? undefined : String(facts_id),
    });
  return found;
}

/** The answer to a question about the ids in the table `wanted`. */
async function rowsWith(engine: Engine, sql: string, ids: Iterable<string>): ReturnType<Engine['rows']> {
  const all = [...ids];
  if (all.length === 0) return [];
  await engine.run('CREATE OR REPLACE TABLE wanted (id VARCHAR)');
  const appender = await engine.connection.createAppender('wanted');
  for (const id of all) {
    appender.appendVarchar(id);
    appender.endRow();
  }
  appender.closeSync();
  return engine.rows(sql);
}
