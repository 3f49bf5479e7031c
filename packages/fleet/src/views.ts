import { join } from 'node:path';
import { clickhouse } from './clickhouse.js';
import { columnsFrom, type Dialect, duckdb, rowsIn, type View } from './dialect.js';
import { factViews, latestState, overview, storedHost } from './fact-views.js';
import { type FleetFile, type FleetState, isIncoming } from './fleet-state.js';
import { spark } from './spark.js';
import { columnList, columnsOf, fileTables, keptFacts } from './tables.js';

/** The engines that know the views of a fleet. */
export const dialects = { duckdb, clickhouse, spark } as const satisfies Readonly<Record<string, Dialect>>;

/** The statements that define the views of a fleet, over the files that it has now at this path or address. */
export function viewsOf(location: string, state: FleetState, dialect: Dialect = duckdb): string[] {
  return viewList(location, state, dialect).map(dialect.define);
}

/** The views of a fleet, over the files that it has at this path or address. Each is made of those before it. */
export function viewList(location: string, state: FleetState, dialect: Dialect): View[] {
  const rows = (name: FleetFile['table'], wanted: (file: FleetFile) => boolean = () => true): string => {
    const own = state.files.filter((file) => file.table === name && wanted(file));
    const paths = own.map(({ path }) => located(location, path));
    return `SELECT ${columnList(name)} FROM ${rowsIn(dialect, { columns: columnsOf(name), paths })}`;
  };
  const whole = fileTables.filter((name) => name !== 'outcomes' && name !== 'latest');
  const isStored = state.files.some(({ table }) => table === 'latest');
  const facts = keptFacts.map(({ name }) => name).filter((name) => name !== 'host' || !isStored);
  return [
    { name: 'filed_outcomes', sql: rows('outcomes', (file) => !isIncoming(file)) },
    { name: 'incoming_outcomes', sql: rows('outcomes', isIncoming) },
    ...whole.map((name) => ({ name, sql: rows(name) })),
    ...states(dialect, state.fullDays),
    ...factViews(dialect),
    ...['outcomes', 'items', 'measures', 'facts_kv', 'lines', ...facts].map((name) => ({
      name: name === 'lines' ? name : `latest_${name}`,
      sql: `SELECT * FROM ${dialect.call(`snapshot_${name}`, { until: `'${lastDay}'` })}`,
    })),
    // Without the file, because of rows that are not filed yet, the state is put together for each question.
    ...(isStored ? [{ name: latestState.name, sql: rows('latest') }, storedHost] : [latestState]),
    overview,
    history(dialect),
    changes(dialect, state),
    drift(dialect),
  ];
}

/** The last day that each engine knows. */
const lastDay = '2299-12-31';

function located(location: string, path: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\//.test(location)
    ? `${location.replace(/\/+$/, '')}/${path}`
    : join(location, path);
}

/** The last day up to `until` that has a full set of rows; if none has, a day before all rows. */
function lastFullDay(until: string, { types }: Dialect, fullDays: readonly string[]): string {
  const day = (text: string): string => `CAST('${text}' AS ${types.day})`;
  const choices = ['1970-01-01', ...fullDays]
    .toReversed()
    .map((full) => `WHEN ${until} >= ${day(full)} THEN ${day(full)}`);
  return `CASE ${choices.join(' ')} END`;
}

const outcome = ['host_id', 'spec', 'status', 'reason', 'incomplete', 'content_id', 'as_of', 'turn'];

/** The outcomes that can count at the end of a day, as parts of FROM. */
function knownUntil(dialect: Dialect, fullDays: readonly string[], until: string) {
  const full = lastFullDay(until, dialect, fullDays);
  const found = outcome.map((column) => (column === 'as_of' ? 'day AS as_of' : column)).join(', ');
  return {
    /** The full set that the state of the day begins with. */
    base: `(SELECT ${outcome.join(', ')} FROM full_outcomes WHERE day = ${full})`,
    /** What came after it. Only an archive that comes late can be older. */
    later: `(SELECT ${found} FROM filed_outcomes WHERE day > ${full} AND day <= ${until}
    UNION ALL SELECT ${found} FROM incoming_outcomes WHERE day <= ${until})`,
  };
}

/** The last outcome of each spec of each host. A full set has each once, so that only what came after it has to be put into order. */
function lastOutcomes({ base, later }: ReturnType<typeof knownUntil>): string {
  const changed = `(SELECT DISTINCT host_id, spec FROM ${later})`;
  const isSame = 'c.host_id = b.host_id AND c.spec = b.spec';
  return `SELECT ${columnsFrom('b', outcome)} FROM ${base} b LEFT JOIN ${changed} c ON ${isSame} WHERE c.host_id IS NULL
    UNION ALL SELECT ${outcome.join(', ')} FROM (
      SELECT *, row_number() OVER (PARTITION BY host_id, spec ORDER BY turn DESC) AS nth FROM (
        SELECT ${outcome.join(', ')} FROM ${later} UNION ALL SELECT ${columnsFrom('b', outcome)} FROM ${base} b JOIN ${changed} c ON ${isSame})
    ) WHERE nth = 1`;
}

/** What is known of each host at the end of a day. */
function states(dialect: Dialect, fullDays: readonly string[]): View[] {
  const until = dialect.parameter('until', 'day');
  const parameters = { until: 'day' } as const;
  const contents = `SELECT ${columnsFrom('i', ['host_id', 'spec', 'path'])}, h.name AS name, i.as_of AS day, c.text AS whole,
      CAST(c.exact AS ${dialect.types.boolean}) AS exact
    FROM ${dialect.call('snapshot_items', { until })} i JOIN contents c ON c.stable_id = i.stable_id JOIN hosts h ON h.host_id = i.host_id`;
  return [
    { name: 'snapshot_outcomes', parameters, sql: lastOutcomes(knownUntil(dialect, fullDays, until)) },
    {
      name: 'snapshot_items',
      parameters,
      sql: `SELECT ${columnsFrom('o', ['host_id', 'spec', 'as_of'])}, ${columnsFrom('i', ['path', 'source', 'bytes', 'sha256', 'stable_id', 'facts_id'])}
      FROM ${dialect.call('snapshot_outcomes', { until })} o JOIN items i ON i.content_id = o.content_id`,
    },
    {
      name: 'snapshot_lines',
      parameters,
      sql: `SELECT host_id, name, day, spec, path, n, text, exact FROM (
        ${dialect.lines(`(${contents})`, 'whole', 'host_id, name, day, spec, path, exact')}) WHERE text <> ''`,
    },
  ];
}

/** The host is looked up first, so that the engine reads nothing but ids of other hosts. */
function history(dialect: Dialect): View {
  const host = dialect.parameter('host', 'text');
  const columns = columnsFrom('f', ['day', 'spec', 'status', 'reason', 'content_id']);
  const ownOf = (files: string): string =>
    `SELECT ${columns} FROM ${files} f JOIN own w ON w.host_id = f.host_id`;
  return {
    name: 'history',
    parameters: { host: 'text' },
    sql: `WITH own AS ${dialect.once} (SELECT host_id FROM hosts WHERE name = ${host} OR host_id = ${host}),
    o AS ${dialect.once} (${ownOf('filed_outcomes')} UNION ALL ${ownOf('incoming_outcomes')}),
    i AS (SELECT content_id, path, stable_id FROM items WHERE content_id IN (SELECT content_id FROM o))
    SELECT ${columnsFrom('o', ['day', 'spec', 'status', 'reason'])}, ${columnsFrom('i', ['path', 'stable_id'])}
    FROM o LEFT JOIN i ON i.content_id = o.content_id`,
  };
}

/** What is before the first = or : of a line is its key. */
const keyed = `SELECT ids, n, text,
  CASE WHEN regexp_extract(text, '^([^=:]{1,200})[=:]', 1) <> '' THEN trim(regexp_extract(text, '^([^=:]{1,200})[=:]', 1)) ELSE trim(text) END AS key`;

/** A host that is new has one change: all of its lines would be one. Hosts with the same change share its lines. */
function changes(dialect: Dialect, { files, fullDays }: FleetState): View {
  const { once } = dialect;
  const from = dialect.parameter('from_day', 'day');
  const to = dialect.parameter('to_day', 'day');
  const step = ['host_id', 'spec', 'turn', 'status', 'content_id', 'old_status', 'old_content_id'].join(', ');
  const within = `WHERE day > ${from} AND day <= ${to}`;
  const isSame = (one: string, other: string): string =>
    `${one}.host_id = ${other}.host_id AND ${one}.spec = ${other}.spec`;
  const old = ['old_status', 'old_content_id'];
  const linesOf = (side: 'old' | 'new'): string =>
    dialect.lines(
      `(SELECT p.ids AS ids, c.text AS whole FROM pairs p JOIN contents c ON c.stable_id = p.${side}_id)`,
      'whole',
      'ids',
    );
  const itemsOf = (side: 'old' | 'new'): string =>
    `SELECT m.states AS states, ${columnsFrom('i', ['path', 'stable_id'])} FROM (
      SELECT DISTINCT states, ${side}_content_id FROM moved) m JOIN items i ON i.content_id = m.${side}_content_id`;
  /** The lines of one content of a pair that the other does not have. */
  const own = (side: 'old' | 'new', other: 'old' | 'new'): string =>
    `SELECT *, row_number() OVER (PARTITION BY ids, key ORDER BY n) AS nth FROM (${keyed} FROM (
      SELECT l.ids AS ids, l.n AS n, l.text AS text FROM (${linesOf(side)}) l
      LEFT JOIN (SELECT DISTINCT ids, text AS known FROM (${linesOf(other)})) k ON k.ids = l.ids AND k.known = l.text
      WHERE l.text <> '' AND k.ids IS NULL))`;
  // A filed row has what was before it, so that no row of an earlier day is read for it.
  const filed = `SELECT host_id, spec, ${old.join(', ')} FROM steps WHERE nth = 1 AND filed = 1`;
  const { base, later } = knownUntil(dialect, fullDays, from);
  const ofUnfiled = (rows: string): string =>
    `SELECT ${columnsFrom('o', ['host_id', 'spec', 'status', 'content_id', 'turn'])} FROM ${rows} o JOIN unfiled u ON ${isSame('u', 'o')}`;
  const befores = files.some(isIncoming)
    ? `unfiled AS ${once} (SELECT host_id, spec FROM steps WHERE nth = 1 AND filed = 0),
  known AS (SELECT host_id, spec, status, content_id FROM (
    SELECT *, row_number() OVER (PARTITION BY host_id, spec ORDER BY turn DESC) AS nth
    FROM (${ofUnfiled(base)} UNION ALL ${ofUnfiled(later)})) WHERE nth = 1),
  befores AS (${filed} UNION ALL SELECT ${columnsFrom('u', ['host_id', 'spec'])}, k.status AS old_status, k.content_id AS old_content_id
    FROM unfiled u LEFT JOIN known k ON ${isSame('k', 'u')})`
    : `befores AS (${filed})`;
  return {
    name: 'changes',
    parameters: { from_day: 'day', to_day: 'day' },
    sql: `WITH steps AS ${once} (SELECT *, row_number() OVER (PARTITION BY host_id, spec ORDER BY turn) AS nth,
      row_number() OVER (PARTITION BY host_id, spec ORDER BY turn DESC) AS nth_last FROM (
    SELECT ${step}, 1 AS filed FROM filed_outcomes ${within} UNION ALL SELECT ${step}, 0 AS filed FROM incoming_outcomes ${within})),
  ${befores},
  moved AS ${once} (SELECT ${columnsFrom('b', ['host_id', 'spec', ...old])}, s.status AS new_status, s.content_id AS new_content_id, h.name AS name,
      coalesce(b.old_content_id, '') || ' ' || coalesce(s.content_id, '') AS states
    FROM befores b JOIN steps s ON ${isSame('s', 'b')} AND s.nth_last = 1 JOIN hosts h ON h.host_id = b.host_id
    WHERE h.first_day <= ${from} AND (b.old_status IS DISTINCT FROM s.status OR b.old_content_id IS DISTINCT FROM s.content_id)),
  other AS ${once} (SELECT coalesce(b.states, l.states) AS states, coalesce(b.path, l.path) AS path, b.stable_id AS old_id, l.stable_id AS new_id,
      coalesce(b.stable_id, '') || ' ' || coalesce(l.stable_id, '') AS ids
    FROM (${itemsOf('old')}) b FULL JOIN (${itemsOf('new')}) l ON l.states = b.states AND l.path = b.path
    WHERE b.stable_id IS DISTINCT FROM l.stable_id),
  pairs AS ${once} (SELECT DISTINCT ids, old_id, new_id FROM other),
  a AS (${own('old', 'new')}),
  b AS (${own('new', 'old')}),
  changed AS (SELECT coalesce(a.ids, b.ids) AS ids, coalesce(b.n, a.n) AS line, coalesce(a.key, b.key) AS key, a.text AS old, b.text AS new
    FROM a FULL JOIN b ON b.ids = a.ids AND b.key = a.key AND b.nth = a.nth)
  SELECT ${columnsFrom('m', ['host_id', 'name', 'spec'])}, o.path AS path, ${columnsFrom('c', ['line', 'key', 'old', 'new'])}
  FROM moved m JOIN other o ON o.states = m.states JOIN changed c ON c.ids = o.ids
  UNION ALL
  SELECT host_id, name, spec, NULL, NULL, 'status', old_status, new_status FROM moved WHERE old_status IS DISTINCT FROM new_status
  UNION ALL
  SELECT host_id, name, NULL, NULL, NULL, 'host', NULL, 'first collected on ' || CAST(first_day AS ${dialect.types.text})
  FROM hosts WHERE first_day > ${from} AND first_day <= ${to}`,
  };
}

function drift(dialect: Dialect): View {
  const group = dialect.parameter('of_group', 'text');
  return {
    name: 'drift',
    parameters: { of_group: 'text' },
    sql: `WITH own AS (SELECT ${columnsFrom('i', ['host_id', 'spec', 'path', 'stable_id'])}, h.name AS name
    FROM latest_items i JOIN hosts h ON h.host_id = i.host_id WHERE h.groups = ${group}),
  counted AS (SELECT spec, path, stable_id, count(*) AS hosts FROM own GROUP BY spec, path, stable_id),
  usual AS (SELECT spec, path, stable_id, hosts FROM (
    SELECT *, row_number() OVER (PARTITION BY spec, path ORDER BY hosts DESC, stable_id) AS nth FROM counted) WHERE nth = 1)
  SELECT ${columnsFrom('o', ['host_id', 'name', 'spec', 'path', 'stable_id'])}, u.stable_id AS usual, u.hosts AS hosts_with_usual
  FROM own o JOIN usual u ON u.spec = o.spec AND u.path = o.path WHERE o.stable_id <> u.stable_id`,
  };
}
