import type { FactTable } from '@hostspec/parse/facts';
import { quoted } from './engine.js';
import { keptColumns, keptFacts } from './tables.js';

/** The specs that have volatile numbers. */
export const measuredSpecs: ReadonlySet<string> = new Set(
  keptFacts
    .filter(({ columns }) => Object.values(columns).some(({ volatile }) => volatile))
    .flatMap(({ parts }) => parts.flatMap((part) => part.map(({ spec }) => spec))),
);

/** The values of the items of a state, and its volatile numbers. */
const values = [
  `CREATE OR REPLACE MACRO snapshot_facts_kv(until) AS TABLE
    SELECT i.host_id, i.as_of, k.spec, i.path AS item, k.line, k.section, k.key, k.value, k.number
    FROM snapshot_items(until) i JOIN facts_kv k ON k.stable_id = i.stable_id`,
  // A host measures nearly all in each run, so that its last run has the numbers, and the days before are read only for what that run did not
  // come to. Measures that are older than the outcome are of content that is no more.
  `CREATE OR REPLACE MACRO snapshot_measures(until) AS TABLE
    WITH newest AS (SELECT host_id, max(turn) AS turn FROM runs WHERE day <= CAST(until AS DATE) GROUP BY host_id),
    older AS (SELECT DISTINCT o.host_id, o.spec, o.turn FROM snapshot_outcomes(until) o
      JOIN newest n ON n.host_id = o.host_id JOIN runs r ON r.host_id = n.host_id AND r.turn = n.turn
      WHERE o.spec IN (${[...measuredSpecs].map(quoted).join(', ')}) AND NOT list_contains(string_split(r.specs, ','), o.spec))
    SELECT m.host_id, m.day, m.spec, m.key, m.item, m.number FROM measures m
      JOIN newest n ON n.host_id = m.host_id AND n.turn = m.turn
    UNION ALL SELECT host_id, day, spec, key, item, number FROM (
      SELECT m.*, max(m.turn) OVER (PARTITION BY m.host_id, m.spec) AS last FROM measures m
      JOIN older o ON o.host_id = m.host_id AND o.spec = m.spec AND m.turn >= o.turn WHERE m.day <= CAST(until AS DATE)
    ) WHERE turn = last`,
];

/**
 * The rows of a table of facts for the hosts of a state, as `hostFacts` of one host: of each part, the preferred spec with rows
 * counts, and rows of several parts with the same key are one row.
 */
function factView(table: FactTable): string {
  const kept = keptColumns(table);
  const same = ['host_id', ...table.key].join(', ');
  const others = kept.filter((column) => !table.key.includes(column));
  const first = ['spec', 'item', 'line', ...others].map((column) => `arg_min(${column}, part) AS ${column}`);
  const rows =
    table.parts.length === 1
      ? 'SELECT * FROM best'
      : `SELECT ${same}, max(as_of) AS as_of, ${first.join(', ')} FROM (
          SELECT *, row_number() OVER (PARTITION BY ${same}, part ORDER BY item, line) AS nth FROM best
        ) GROUP BY ${same}, nth`;
  return `CREATE OR REPLACE MACRO snapshot_${table.name}(until) AS TABLE
    WITH own AS (SELECT i.host_id, i.as_of, i.path AS item, f.* FROM snapshot_items(until) i JOIN ${quotedName(table.name)} f ON f.facts_id = i.facts_id),
    best AS (SELECT * FROM (SELECT *, min(rank) OVER (PARTITION BY host_id, part) AS chosen FROM own) WHERE rank = chosen),
    merged AS (${rows})
    SELECT ${columnsOf(table).join(', ')} FROM merged m ${joinsOf(table).join(' ')}`;
}

function columnsOf(table: FactTable): string[] {
  const columns = Object.entries(table.columns).map(([name, { volatile, joined, type }]) => {
    if (joined !== undefined) return `j_${joined}.${name}`;
    if (!volatile || table.key.includes(name)) return `m.${name}`;
    return type === 'integer' ? `CAST(v.${name} AS BIGINT) AS ${name}` : `v.${name}`;
  });
  return ['m.host_id', ...columns, 'm.spec', 'm.item', 'm.line', 'm.as_of'];
}

function joinsOf(table: FactTable): string[] {
  const { name, key, columns } = table;
  const volatile = Object.keys(columns).filter((column) => columns[column]?.volatile);
  const numbers = volatile.map(
    (column) => `max(CASE WHEN key = '${name}.${column}' THEN number END) AS ${column}`,
  );
  const item = key.length === 0 ? "''" : `CAST(m.${key.join(" AS VARCHAR) || ' ' || CAST(m.")} AS VARCHAR)`;
  const measured =
    volatile.length === 0
      ? []
      : [
          `LEFT JOIN (SELECT host_id AS of_host, item AS of_item, ${numbers.join(', ')} FROM snapshot_measures(until)
            WHERE starts_with(key, '${name}.') GROUP BY host_id, item) v ON v.of_host = m.host_id AND v.of_item = ${item}`,
        ];
  const joined = Object.entries(columns).flatMap(([column, { joined: other }]) => {
    const known = keptFacts.find((each) => each.name === other);
    if (!known) return [];
    const by = known.key.map((one) => `${one} AS of_${one}`).join(', ');
    const on = known.key.map((one) => `j_${known.name}.of_${one} = m.${one}`).join(' AND ');
    return [
      `LEFT JOIN (SELECT host_id AS of_host, ${by}, max(${column}) AS ${column} FROM snapshot_${known.name}(until) GROUP BY host_id, ${known.key.join(', ')}) j_${known.name}
        ON j_${known.name}.of_host = m.host_id AND ${on}`,
    ];
  });
  return [...measured, ...joined];
}

function quotedName(name: string): string {
  return `"${name}"`;
}

// A view that joins another one comes after it.
const inOrder = [...keptFacts].sort((a, b) => Number(hasJoined(a)) - Number(hasJoined(b)));

function hasJoined({ columns }: FactTable): boolean {
  return Object.values(columns).some(({ joined }) => joined !== undefined);
}

/** Statements that define the views of facts. */
export const factViews: readonly string[] = [...values, ...inOrder.map(factView)];

/** What `hosts --where` asks: the columns of the host, and the fullest of its file systems on disks. */
export const overview = `CREATE OR REPLACE VIEW overview AS
  SELECT h.host_id, h.name, h.groups, h.first_day, h.last_day, f.disk, f.inodes, l.* EXCLUDE (host_id, spec, item, line, as_of)
  FROM hosts h LEFT JOIN latest_host l ON l.host_id = h.host_id
  LEFT JOIN (SELECT host_id, max(used_percent) AS disk, max(inodes_used_percent) AS inodes FROM latest_filesystem
    WHERE starts_with(device, '/dev/') AND NOT starts_with(device, '/dev/loop') AND NOT starts_with(device, '/dev/sr') GROUP BY host_id) f
  ON f.host_id = h.host_id`;
