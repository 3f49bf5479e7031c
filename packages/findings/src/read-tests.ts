import { isObject } from '@hostspec/host-kit';
import type { FactTables, Row, SpecOutcome, Value } from './facts.js';
import type { Finding } from './finding.js';
import type { KeyPath, Problems } from './problems.js';
import { scalarOf } from './read-comparison.js';
import { columnOf, type Known, tableOf } from './read-condition.js';
import { timeOf } from './units.js';

/** A host as a test of a finding describes it, with the expected result. */
export interface FindingTest {
  /** Its path in the file. */
  readonly keys: KeyPath;
  /** Rows by table. The rows of a table that is not listed are read from `content`. */
  readonly rows: ReadonlyMap<string, readonly Row[]>;
  /** Texts by spec, each by its path. */
  readonly content: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly outcomes: ReadonlyMap<string, SpecOutcome>;
  readonly host: {
    readonly os: readonly string[];
    readonly version: string | undefined;
    readonly container: boolean;
  };
  /** Milliseconds since the epoch. */
  readonly collected: number;
  /** The titles of the hits, or that it cannot be decided. */
  readonly finds: readonly string[] | 'unknown';
  /** The ids of the causes whose evidence is there; undefined to leave them open. */
  readonly because: readonly string[] | undefined;
}

const keysOfTest = ['rows', 'facts', 'content', 'outcomes', 'host', 'collected', 'finds', 'because'];
const longestContent = 100_000;
const defaultTime = Date.UTC(2026, 0, 1);

/** Reads the tests of a finding. */
export function readTests(
  keys: KeyPath,
  value: unknown,
  finding: Finding,
  { known, problems }: { readonly known: Known; readonly problems: Problems },
): FindingTest[] {
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.length > 100) {
    problems.wrong(keys, value, 'a list of at most 100 tests');
    return [];
  }
  return value.flatMap((each, at) => readTest([...keys, at], each, finding, { known, problems }) ?? []);
}

function readTest(
  keys: KeyPath,
  value: unknown,
  { each }: Finding,
  { known, problems }: { readonly known: Known; readonly problems: Problems },
): FindingTest | undefined {
  const read = problems.mapping(keys, value, keysOfTest);
  if (!read) return undefined;
  const rows = new Map<string, readonly Row[]>();
  const addRows = (at: KeyPath, table: string, list: unknown): void => {
    const all = readRows(at, table, list, { tables: known.tables, problems });
    if (all) rows.set(table, all);
  };
  if (read.rows !== undefined && each === undefined)
    problems.addKey([...keys, 'rows'], 'rows is for a finding with each; use facts: { TABLE: [ROW] }');
  if (read.rows !== undefined && each !== undefined) addRows([...keys, 'rows'], each, read.rows);
  for (const [table, list] of entriesOf([...keys, 'facts'], read.facts, problems))
    addRows([...keys, 'facts', table], table, list);
  const finds =
    read.finds === 'unknown'
      ? 'unknown'
      : Array.isArray(read.finds)
        ? problems.texts([...keys, 'finds'], read.finds, 1000)
        : undefined;
  if (finds === undefined)
    return problems.wrong([...keys, 'finds'], read.finds, 'a list of titles, which can be empty, or unknown');
  const collected = read.collected === undefined ? defaultTime : timeOf(read.collected);
  if (collected === undefined)
    problems.wrong([...keys, 'collected'], read.collected, 'a time, such as 2026-01-31T00:00:00Z');
  const content = new Map<string, ReadonlyMap<string, string>>();
  for (const [spec, given] of entriesOf([...keys, 'content'], read.content, problems)) {
    if (!known.specs.has(spec)) problems.unknown([...keys, 'content', spec], 'spec', spec, known.specs, true);
    const files = isObject(given) ? Object.entries(given) : given === '' ? [] : [[spec, given] as const];
    const texts = files.flatMap(([path, text]): [string, string][] => {
      const own = problems.text([...keys, 'content', spec], text, longestContent);
      return own === undefined ? [] : [[path, own]];
    });
    content.set(spec, new Map(texts));
  }
  const outcomes = entriesOf([...keys, 'outcomes'], read.outcomes, problems).flatMap(
    ([spec, given]): [string, SpecOutcome][] => {
      const at = [...keys, 'outcomes', spec];
      if (!known.specs.has(spec)) problems.unknown(at, 'spec', spec, known.specs, true);
      const own = isObject(given) ? problems.mapping(at, given, ['status', 'reason']) : { status: given };
      const status = problems.text([...at, ...(isObject(given) ? ['status'] : [])], own?.status, 20);
      const reason = problems.text([...at, 'reason'], own?.reason, 1000);
      return status === undefined ? [] : [[spec, { status, reason }]];
    },
  );
  return {
    keys,
    rows,
    content,
    outcomes: new Map(outcomes),
    host: readHost([...keys, 'host'], read.host, problems),
    collected: collected ?? defaultTime,
    finds,
    because: read.because === undefined ? undefined : problems.texts([...keys, 'because'], read.because, 200),
  };
}

function readHost(keys: KeyPath, value: unknown, problems: Problems): FindingTest['host'] {
  const read = value === undefined ? {} : problems.mapping(keys, value, ['os', 'version', 'container']);
  return {
    os: problems.texts([...keys, 'os'], read?.os, 50),
    version: problems.text([...keys, 'version'], read?.version, 50),
    container: read?.container === true,
  };
}

function entriesOf(keys: KeyPath, value: unknown, problems: Problems): [string, unknown][] {
  if (value === undefined) return [];
  if (isObject(value)) return Object.entries(value);
  problems.wrong(keys, value, 'a mapping');
  return [];
}

function readRows(
  keys: KeyPath,
  name: string,
  list: unknown,
  { tables, problems }: { readonly tables: FactTables; readonly problems: Problems },
): Row[] | undefined {
  const table = tableOf(tables, name);
  if (!table) return problems.unknown(keys, 'table', name, Object.keys(tables), true);
  if (!Array.isArray(list) || list.length > 1000)
    return problems.wrong(keys, list, 'a list of at most 1000 rows');
  return list.map((each, index): Row => {
    const at = [...keys, index];
    const values: Record<string, Value> = {};
    for (const [column, value] of entriesOf(at, each, problems)) {
      const declared = columnOf(table, column);
      if (declared) values[column] = scalarOf([...at, column], value, declared, problems);
      else problems.unknown([...at, column], 'column', column, Object.keys(table.columns), true);
    }
    return { values, at: { spec: table.parts[0]?.[0]?.spec ?? name, path: 'test', line: index + 1 } };
  });
}
