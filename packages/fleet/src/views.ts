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

/** Lines with their key: the text before the first = or :, or all of it. A : between digits is one of a time or an address. */
function keyed(lines: string): string {
  const isDigit = (at: string): string => `substr(text, ${at}, 1) BETWEEN '0' AND '9'`;
  return `SELECT ids, side, n, text, trim(CASE WHEN stop > 1 THEN substr(text, 1, stop - 1) ELSE text END) AS key FROM (
    SELECT *, CASE WHEN colon = 0 OR (equals > 0 AND equals < colon) THEN equals
      WHEN colon > 1 AND ${isDigit('colon - 1')} AND ${isDigit('colon + 1')} THEN 0 ELSE colon END AS stop FROM (
      SELECT *, position('=' IN text) AS equals, position(':' IN text) AS colon FROM (${lines})))`;
}

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
  /** Rows of what moved. By the spec, the engine skips most parts of files. */
  const ofMoved = (table: 'items' | 'contents', columns: readonly string[]): string =>
    `(SELECT ${columnsFrom('t', columns)} FROM ${table} t JOIN (SELECT DISTINCT spec FROM moved) m ON m.spec = t.spec)`;
  const [oldSide, newSide] = [0, 1];
  const ofSide = (side: number, column: string): string => `max(CASE WHEN side = ${side} THEN ${column} END)`;
  const texts = `(SELECT ${columnsFrom('s', ['ids', 'side'])}, c.text AS whole
    FROM sides s JOIN ${ofMoved('contents', ['stable_id', 'text'])} c ON c.stable_id = s.stable_id)`;
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
      count(*) OVER (PARTITION BY host_id, spec ORDER BY turn ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS of_steps FROM (
    SELECT ${step}, 1 AS filed FROM filed_outcomes ${within} UNION ALL SELECT ${step}, 0 AS filed FROM incoming_outcomes ${within})),
  ${befores},
  moved AS ${once} (SELECT ${columnsFrom('b', ['host_id', 'spec', ...old])}, s.status AS new_status, s.content_id AS new_content_id, h.name AS name,
      coalesce(b.old_content_id, '') || ' ' || coalesce(s.content_id, '') AS states
    FROM befores b JOIN steps s ON ${isSame('s', 'b')} AND s.nth = s.of_steps JOIN hosts h ON h.host_id = b.host_id
    WHERE h.first_day <= ${from} AND (b.old_status IS DISTINCT FROM s.status OR b.old_content_id IS DISTINCT FROM s.content_id)),
  held AS (SELECT states, ${oldSide} AS side, old_content_id AS content_id FROM moved
    UNION DISTINCT SELECT states, ${newSide}, new_content_id FROM moved),
  paths AS (SELECT states, path, ${ofSide(oldSide, 'stable_id')} AS old_id, ${ofSide(newSide, 'stable_id')} AS new_id
    FROM held h JOIN ${ofMoved('items', ['content_id', 'path', 'stable_id'])} i ON i.content_id = h.content_id GROUP BY states, path),
  other AS ${once} (SELECT *, coalesce(old_id, '') || ' ' || coalesce(new_id, '') AS ids FROM paths WHERE old_id IS DISTINCT FROM new_id),
  sides AS (SELECT ids, ${oldSide} AS side, old_id AS stable_id FROM other UNION DISTINCT SELECT ids, ${newSide}, new_id FROM other),
  all_lines AS ${once} (${dialect.lines(texts, 'whole', 'ids, side')}),
  different AS (SELECT ids, text FROM all_lines WHERE text <> '' GROUP BY ids, text HAVING min(side) = max(side)),
  own AS (SELECT *, row_number() OVER (PARTITION BY ids, side, key ORDER BY n) AS nth
    FROM (${keyed(`SELECT ${columnsFrom('e', ['ids', 'side', 'n', 'text'])} FROM all_lines e JOIN different d ON d.ids = e.ids AND d.text = e.text`)})),
  changed AS (SELECT ids, key, coalesce(${ofSide(newSide, 'n')}, max(n)) AS line,
      ${ofSide(oldSide, 'text')} AS old, ${ofSide(newSide, 'text')} AS new FROM own GROUP BY ids, key, nth)
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
