import { type Engine, rowsOfFiles } from './engine.js';
import { factViews, overview } from './fact-views.js';
import { type FleetFile, type FleetState, isIncoming } from './fleet-state.js';
import { columnList, keptFacts, type TableName, tableNames } from './tables.js';

/** Defines the views of a fleet in an engine. */
export async function defineViews(engine: Engine, root: string, state: FleetState): Promise<void> {
  for (const statement of viewsOf(root, state)) await engine.run(statement);
}

/** The statements that define the views of a fleet, over the files that it has now. */
export function viewsOf(root: string, state: FleetState): string[] {
  const files = (name: FleetFile['table'], wanted: (file: FleetFile) => boolean = () => true): string =>
    rowsOfFiles(
      root,
      name,
      state.files.filter((file) => file.table === name && wanted(file)),
    );
  const filed = (file: FleetFile): boolean => !isIncoming(file);
  const full = state.fullDays.map((day) => `(DATE '${day}')`).join(', ') || "(DATE '0001-01-01')";
  const rows = (name: TableName, wanted: (file: FleetFile) => boolean): string =>
    `SELECT ${columnList(name)} FROM ${files(name, wanted)}`;
  const known = (name: 'outcomes' | 'items'): string =>
    `${rows(name, filed)} WHERE day <= CAST(until AS DATE) AND day >= coalesce((SELECT max(day) FROM full_days WHERE day <= CAST(until AS DATE)), DATE '0001-01-01')
     UNION ALL ${rows(name, isIncoming)} WHERE day <= CAST(until AS DATE)`;
  return [
    `CREATE OR REPLACE TABLE full_days AS SELECT * FROM (VALUES ${full}) AS t(day)`,
    `CREATE OR REPLACE VIEW hosts AS SELECT * FROM ${files('hosts')}`,
    ...tableNames
      .filter((name) => name !== 'outcomes' && name !== 'items')
      .map((name) => `CREATE OR REPLACE VIEW ${name} AS SELECT ${columnList(name)} FROM ${files(name)}`),
    `CREATE OR REPLACE MACRO snapshot_outcomes(until) AS TABLE
      SELECT host_id, spec, status, reason, incomplete, content_id, as_of, day, turn FROM (
        SELECT *, row_number() OVER (PARTITION BY host_id, spec ORDER BY turn DESC, day DESC) AS nth FROM (${known('outcomes')})
      ) WHERE nth = 1`,
    `CREATE OR REPLACE MACRO snapshot_items(until) AS TABLE
      SELECT i.host_id, i.spec, i.path, i.source, i.bytes, i.sha256, i.stable_id, i.facts_id, o.as_of
      FROM snapshot_outcomes(until) o JOIN (${known('items')}) i
      ON i.host_id = o.host_id AND i.spec = o.spec AND i.turn = o.turn AND i.day = o.day`,
    `CREATE OR REPLACE MACRO snapshot_lines(until) AS TABLE
      SELECT i.host_id, h.name, i.as_of AS day, i.spec, i.path, l.n, l.text, c.exact = 1 AS exact
      FROM snapshot_items(until) i JOIN contents c ON c.stable_id = i.stable_id JOIN hosts h ON h.host_id = i.host_id,
      (SELECT unnest(string_split(c.text, chr(10))) AS text, generate_subscripts(string_split(c.text, chr(10)), 1) AS n) l
      WHERE l.text <> ''`,
    ...factViews,
    ...['outcomes', 'items', 'measures', 'facts_kv', 'lines', ...keptFacts.map(({ name }) => name)].map(
      (name) =>
        `CREATE OR REPLACE VIEW ${name === 'lines' ? name : `latest_${name}`} AS SELECT * FROM snapshot_${name}(DATE '9999-12-31')`,
    ),
    overview,
    `CREATE OR REPLACE MACRO history(host) AS TABLE
      SELECT o.day, o.spec, o.status, o.reason, i.path, i.stable_id FROM (
        ${rows('outcomes', filed)} WHERE as_of = day UNION ALL ${rows('outcomes', isIncoming)}) o
      LEFT JOIN (${rows('items', () => true)}) i
      ON i.host_id = o.host_id AND i.spec = o.spec AND i.turn = o.turn AND i.day = o.day
      WHERE o.host_id IN (SELECT h.host_id FROM hosts h WHERE h.name = host OR h.host_id = host)`,
    changes,
    drift,
  ];
}

/** What is before the first = or : of a line is its key. */
const keyed = `SELECT host_id, name, spec, path, n, text,
  CASE WHEN regexp_matches(text, '^[^=:]{1,200}[=:]') THEN trim(regexp_extract(text, '^([^=:]{1,200})[=:]', 1)) ELSE trim(text) END AS key`;

/** A host that is new has one change: all of its lines would be one. */
const changes = `CREATE OR REPLACE MACRO changes(from_day, to_day) AS TABLE
  WITH before AS MATERIALIZED (SELECT * FROM snapshot_items(from_day)),
  later AS MATERIALIZED (SELECT * FROM snapshot_items(to_day) WHERE host_id IN (SELECT host_id FROM hosts WHERE first_day <= from_day)),
  other AS (SELECT coalesce(b.host_id, l.host_id) AS host_id, coalesce(b.spec, l.spec) AS spec, coalesce(b.path, l.path) AS path,
      b.stable_id AS old_id, l.stable_id AS new_id
    FROM before b FULL JOIN later l ON l.host_id = b.host_id AND l.spec = b.spec AND l.path = b.path
    WHERE b.stable_id IS DISTINCT FROM l.stable_id),
  texts AS (SELECT o.host_id, h.name, o.spec, o.path, b.text AS old_text, l.text AS new_text
    FROM other o JOIN hosts h ON h.host_id = o.host_id
    LEFT JOIN contents b ON b.stable_id = o.old_id LEFT JOIN contents l ON l.stable_id = o.new_id),
  old_lines AS (${keyed} FROM (SELECT host_id, name, spec, path, new_text, unnest(string_split(old_text, chr(10))) AS text,
      generate_subscripts(string_split(old_text, chr(10)), 1) AS n FROM texts)
    WHERE text <> '' AND NOT coalesce(list_contains(string_split(new_text, chr(10)), text), false)),
  new_lines AS (${keyed} FROM (SELECT host_id, name, spec, path, old_text, unnest(string_split(new_text, chr(10))) AS text,
      generate_subscripts(string_split(new_text, chr(10)), 1) AS n FROM texts)
    WHERE text <> '' AND NOT coalesce(list_contains(string_split(old_text, chr(10)), text), false)),
  a AS (SELECT *, row_number() OVER (PARTITION BY host_id, spec, path, key ORDER BY n) AS nth FROM old_lines),
  b AS (SELECT *, row_number() OVER (PARTITION BY host_id, spec, path, key ORDER BY n) AS nth FROM new_lines)
  SELECT coalesce(a.host_id, b.host_id) AS host_id, coalesce(a.name, b.name) AS name, coalesce(a.spec, b.spec) AS spec,
    coalesce(a.path, b.path) AS path, coalesce(b.n, a.n) AS line, coalesce(a.key, b.key) AS key, a.text AS old, b.text AS new
  FROM a FULL JOIN b ON b.host_id = a.host_id AND b.spec = a.spec AND b.path = a.path AND b.key = a.key AND b.nth = a.nth
  UNION ALL
  SELECT coalesce(x.host_id, y.host_id), h.name, coalesce(x.spec, y.spec), NULL, NULL, 'status', x.status, y.status
  FROM snapshot_outcomes(from_day) x FULL JOIN snapshot_outcomes(to_day) y ON y.host_id = x.host_id AND y.spec = x.spec
  JOIN hosts h ON h.host_id = coalesce(x.host_id, y.host_id)
  WHERE x.status IS DISTINCT FROM y.status AND h.first_day <= from_day
  UNION ALL
  SELECT host_id, name, NULL, NULL, NULL, 'host', NULL, 'first collected on ' || CAST(first_day AS VARCHAR)
  FROM hosts WHERE first_day > from_day AND first_day <= to_day`;

const drift = `CREATE OR REPLACE MACRO drift(of_group) AS TABLE
  WITH own AS (SELECT i.*, h.name FROM latest_items i JOIN hosts h ON h.host_id = i.host_id WHERE h.groups = of_group),
  counted AS (SELECT spec, path, stable_id, count(*) AS hosts FROM own GROUP BY spec, path, stable_id),
  usual AS (SELECT spec, path, arg_max(stable_id, hosts) AS stable_id, max(hosts) AS hosts FROM counted GROUP BY spec, path)
  SELECT o.host_id, o.name, o.spec, o.path, o.stable_id, u.stable_id AS usual, u.hosts AS hosts_with_usual
  FROM own o JOIN usual u ON u.spec = o.spec AND u.path = o.path WHERE o.stable_id <> u.stable_id`;
