import { join } from 'node:path';
import { clickhouse } from './clickhouse.js';
import { columnsFrom, type Dialect, duckdb, rowsIn, type View } from './dialect.js';
import { factViews, latestState, overview, storedHost } from './fact-views.js';
import { type FleetFile, type FleetState, isIncoming } from './fleet-state.js';
import { spark } from './spark.js';
import { columnList, columnsOf, type FileTable, keptFacts, tableNames } from './tables.js';

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
  const whole: FileTable[] = [
    'hosts',
    ...tableNames.filter((name) => name !== 'outcomes' && name !== 'items'),
  ];
  const isStored = state.files.some(({ table }) => table === 'latest');
  const facts = keptFacts.map(({ name }) => name).filter((name) => name !== 'host' || !isStored);
  return [
    ...(['outcomes', 'items'] as const).flatMap((name) => [
      { name: `filed_${name}`, sql: rows(name, (file) => !isIncoming(file)) },
      { name: `incoming_${name}`, sql: rows(name, isIncoming) },
    ]),
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
    changes(dialect, state.fullDays),
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

/** The rows that can count at the end of a day, as parts of FROM. */
function knownUntil(dialect: Dialect, fullDays: readonly string[], until: string) {
  const full = lastFullDay(until, dialect, fullDays);
  return {
    /** The full set that the state of the day begins with. */
    base: `(SELECT * FROM filed_outcomes WHERE day = ${full})`,
    /** What came after it. Only an archive that comes late can be older. */
    later: `(SELECT * FROM filed_outcomes WHERE day > ${full} AND day <= ${until}
      UNION ALL SELECT * FROM incoming_outcomes WHERE day <= ${until})`,
    items: `(SELECT * FROM filed_items WHERE day >= ${full} AND day <= ${until}
      UNION ALL SELECT * FROM incoming_items WHERE day <= ${until})`,
  };
}

const outcome = ['host_id', 'spec', 'status', 'reason', 'incomplete', 'content_id', 'as_of', 'day', 'turn'];

/** The last outcome of each spec of each host. A full set has each once, so that only what came after it has to be put into order. */
function lastOutcomes({ base, later }: ReturnType<typeof knownUntil>): string {
  const changed = `(SELECT DISTINCT host_id, spec FROM ${later})`;
  const isSame = 'c.host_id = b.host_id AND c.spec = b.spec';
  return `SELECT ${columnsFrom('b', outcome)} FROM ${base} b LEFT JOIN ${changed} c ON ${isSame} WHERE c.host_id IS NULL
    UNION ALL SELECT ${outcome.join(', ')} FROM (
      SELECT *, row_number() OVER (PARTITION BY host_id, spec ORDER BY turn DESC, day DESC) AS nth FROM (
        SELECT ${outcome.join(', ')} FROM ${later} UNION ALL SELECT ${columnsFrom('b', outcome)} FROM ${base} b JOIN ${changed} c ON ${isSame})
    ) WHERE nth = 1`;
}

/** What is known of each host at the end of a day. */
function states(dialect: Dialect, fullDays: readonly string[]): View[] {
  const until = dialect.parameter('until', 'day');
  const parameters = { until: 'day' } as const;
  const known = knownUntil(dialect, fullDays, until);
  const contents = `SELECT ${columnsFrom('i', ['host_id', 'spec', 'path'])}, h.name AS name, i.as_of AS day, c.text AS whole,
      CAST(c.exact AS ${dialect.types.boolean}) AS exact
    FROM ${dialect.call('snapshot_items', { until })} i JOIN contents c ON c.stable_id = i.stable_id JOIN hosts h ON h.host_id = i.host_id`;
  return [
    { name: 'snapshot_outcomes', parameters, sql: lastOutcomes(known) },
    {
      name: 'snapshot_items',
      parameters,
      sql: `SELECT ${columnsFrom('o', ['host_id', 'spec', 'as_of'])}, ${columnsFrom('i', ['path', 'source', 'bytes', 'sha256', 'stable_id', 'facts_id'])}
      FROM ${dialect.call('snapshot_outcomes', { until })} o JOIN ${known.items} i
      ON i.host_id = o.host_id AND i.spec = o.spec AND i.turn = o.turn AND i.day = o.day`,
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
  const ownOf = (columns: readonly string[], files: string): string =>
    `SELECT ${columnsFrom('f', columns)} FROM ${files} f JOIN own w ON w.host_id = f.host_id`;
  const outcomes = ['host_id', 'day', 'turn', 'spec', 'status', 'reason'];
  const items = ['host_id', 'day', 'turn', 'spec', 'path', 'stable_id'];
  return {
    name: 'history',
    parameters: { host: 'text' },
    sql: `WITH own AS ${dialect.once} (SELECT host_id FROM hosts WHERE name = ${host} OR host_id = ${host}),
    o AS (${ownOf(outcomes, 'filed_outcomes')} WHERE f.as_of = f.day UNION ALL ${ownOf(outcomes, 'incoming_outcomes')}),
    i AS (${ownOf(items, 'filed_items')} UNION ALL ${ownOf(items, 'incoming_items')})
    SELECT ${columnsFrom('o', ['day', 'spec', 'status', 'reason'])}, ${columnsFrom('i', ['path', 'stable_id'])}
    FROM o LEFT JOIN i ON i.host_id = o.host_id AND i.spec = o.spec AND i.turn = o.turn AND i.day = o.day`,
  };
}

/** What is before the first = or : of a line is its key. */
const keyed = `SELECT ids, n, text,
  CASE WHEN regexp_extract(text, '^([^=:]{1,200})[=:]', 1) <> '' THEN trim(regexp_extract(text, '^([^=:]{1,200})[=:]', 1)) ELSE trim(text) END AS key`;

/** A host that is new has one change: all of its lines would be one. Hosts with the same change share its lines. */
function changes(dialect: Dialect, fullDays: readonly string[]): View {
  const { once } = dialect;
  const from = dialect.parameter('from_day', 'day');
  const to = dialect.parameter('to_day', 'day');
  const linesOf = (side: 'old' | 'new'): string =>
    dialect.lines(
      `(SELECT p.ids AS ids, c.text AS whole FROM pairs p JOIN contents c ON c.stable_id = p.${side}_id)`,
      'whole',
      'ids',
    );
  /** The outcomes at the end of a day of what has a new row between both days: only that can differ. */
  const outcomesOf = (until: string): string =>
    `SELECT ${columnsFrom('o', ['host_id', 'spec', 'status', 'turn', 'day'])}
    FROM ${dialect.call('snapshot_outcomes', { until })} o JOIN moved m ON m.host_id = o.host_id AND m.spec = o.spec`;
  const itemsOf = (outcomes: string, until: string): string =>
    `SELECT ${columnsFrom('i', ['host_id', 'spec', 'path', 'stable_id'])} FROM ${knownUntil(dialect, fullDays, until).items} i
    JOIN ${outcomes} o ON o.host_id = i.host_id AND o.spec = i.spec AND o.turn = i.turn AND o.day = i.day`;
  /** The lines of one content of a pair that the other does not have. */
  const own = (side: 'old' | 'new', other: 'old' | 'new'): string =>
    `SELECT *, row_number() OVER (PARTITION BY ids, key ORDER BY n) AS nth FROM (${keyed} FROM (
      SELECT l.ids AS ids, l.n AS n, l.text AS text FROM (${linesOf(side)}) l
      LEFT JOIN (SELECT DISTINCT ids, text AS known FROM (${linesOf(other)})) k ON k.ids = l.ids AND k.known = l.text
      WHERE l.text <> '' AND k.ids IS NULL))`;
  return {
    name: 'changes',
    parameters: { from_day: 'day', to_day: 'day' },
    sql: `WITH moved AS ${once} (SELECT DISTINCT ${columnsFrom('o', ['host_id', 'spec'])} FROM (
      SELECT host_id, spec FROM filed_outcomes WHERE day > ${from} AND day <= ${to} AND as_of > ${from}
      UNION ALL SELECT host_id, spec FROM incoming_outcomes WHERE day > ${from} AND day <= ${to}) o
    JOIN hosts h ON h.host_id = o.host_id WHERE h.first_day <= ${from}),
  old_outcomes AS ${once} (${outcomesOf(from)}),
  new_outcomes AS ${once} (${outcomesOf(to)}),
  before AS ${once} (${itemsOf('old_outcomes', from)}),
  later AS ${once} (${itemsOf('new_outcomes', to)}),
  other AS ${once} (SELECT *, coalesce(old_id, '') || ' ' || coalesce(new_id, '') AS ids FROM (
    SELECT coalesce(b.host_id, l.host_id) AS host_id, coalesce(b.spec, l.spec) AS spec, coalesce(b.path, l.path) AS path,
      b.stable_id AS old_id, l.stable_id AS new_id
    FROM before b FULL JOIN later l ON l.host_id = b.host_id AND l.spec = b.spec AND l.path = b.path
    WHERE b.stable_id IS DISTINCT FROM l.stable_id)),
  pairs AS ${once} (SELECT DISTINCT ids, old_id, new_id FROM other),
  a AS (${own('old', 'new')}),
  b AS (${own('new', 'old')}),
  changed AS (SELECT coalesce(a.ids, b.ids) AS ids, coalesce(b.n, a.n) AS line, coalesce(a.key, b.key) AS key, a.text AS old, b.text AS new
    FROM a FULL JOIN b ON b.ids = a.ids AND b.key = a.key AND b.nth = a.nth)
  SELECT o.host_id AS host_id, h.name AS name, o.spec AS spec, o.path AS path, c.line AS line, c.key AS key, c.old AS old, c.new AS new
  FROM changed c JOIN other o ON o.ids = c.ids JOIN hosts h ON h.host_id = o.host_id
  UNION ALL
  SELECT coalesce(x.host_id, y.host_id), h.name, coalesce(x.spec, y.spec), NULL, NULL, 'status', x.status, y.status
  FROM old_outcomes x FULL JOIN new_outcomes y ON y.host_id = x.host_id AND y.spec = x.spec
  JOIN hosts h ON h.host_id = coalesce(x.host_id, y.host_id) WHERE x.status IS DISTINCT FROM y.status
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
