import { type FactTable, factTables } from '@hostspec/parse/facts';
import { noiseRule, specsWithNoise } from '@hostspec/parse/noise';
import { columnsFrom, type Dialect, type View } from './dialect.js';
import { hostColumns, keptColumns, keptFacts, latestHostColumns } from './tables.js';

/** The specs that have volatile numbers. */
export const measuredSpecs: ReadonlySet<string> = new Set([
  ...keptFacts
    .filter(({ columns }) => Object.values(columns).some(({ volatile }) => volatile))
    .flatMap(({ parts }) => parts.flatMap((part) => part.map(({ spec }) => spec))),
  ...specsWithNoise.filter((spec) => noiseRule(spec)?.numbers),
]);

const parameters = { until: 'day' } as const;

const measure = ['host_id', 'day', 'spec', 'key', 'item', 'number'];

/** The values of the items of a state, and its volatile numbers. */
function values(dialect: Dialect): View[] {
  const until = dialect.parameter('until', 'day');
  const specs = [...measuredSpecs].map(dialect.quoted);
  const measured = specs.map((spec) => `SELECT ${spec} AS spec`).join(' UNION ALL ');
  return [
    {
      name: 'snapshot_facts_kv',
      parameters,
      sql: `SELECT ${columnsFrom('i', ['host_id', 'as_of'])}, i.path AS item, ${columnsFrom('k', ['spec', 'line', 'section', 'key', 'value', 'number'])}
    FROM ${dialect.call('snapshot_items', { until })} i JOIN facts_kv k ON k.stable_id = i.stable_id`,
    },
    {
      name: 'snapshot_newest',
      parameters,
      sql: `SELECT host_id, max(turn) AS turn FROM runs WHERE day <= ${until} GROUP BY host_id`,
    },
    // The last run of a host has nearly all of its numbers. Earlier days are read only for specs that this run did not reach, which are the same
    // for most hosts. Measures that are older than the outcome belong to content that is gone.
    {
      name: 'snapshot_measures',
      parameters,
      sql: `WITH newest AS (SELECT ${columnsFrom('r', ['host_id', 'specs'])} FROM runs r
      JOIN ${dialect.call('snapshot_newest', { until })} n ON n.host_id = r.host_id AND n.turn = r.turn),
    lacking AS (SELECT ${columnsFrom('s', ['specs'])}, ${columnsFrom('m', ['spec'])} FROM (SELECT DISTINCT specs FROM newest) s CROSS JOIN (${measured}) m
      WHERE position(',' || m.spec || ',' IN ',' || s.specs || ',') = 0),
    older AS (SELECT ${columnsFrom('o', ['host_id', 'spec', 'turn'])} FROM ${dialect.call('snapshot_outcomes', { until })} o
      JOIN (SELECT ${columnsFrom('r', ['host_id'])}, ${columnsFrom('l', ['spec'])} FROM newest r JOIN lacking l ON l.specs = r.specs) l
      ON l.host_id = o.host_id AND l.spec = o.spec WHERE o.spec IN (${specs}))
    SELECT ${columnsFrom('m', measure)} FROM measures m
      JOIN ${dialect.call('snapshot_newest', { until })} n ON n.host_id = m.host_id AND n.turn = m.turn
    UNION ALL SELECT ${measure.join(', ')} FROM (
      SELECT ${columnsFrom('m', [...measure, 'turn'])},
        max(m.turn) OVER (PARTITION BY m.host_id, m.spec) AS last FROM measures m
      JOIN older o ON o.host_id = m.host_id AND o.spec = m.spec AND m.turn >= o.turn WHERE m.day <= ${until}
    ) WHERE turn = last`,
    },
  ];
}

/**
 * The rows of a table of facts for the hosts of a state, as `hostFacts` of one host: of each part, the preferred spec with rows
 * counts, and rows of several parts with the same key are one row.
 */
function factView(dialect: Dialect, table: FactTable): View {
  const kept = keptColumns(table);
  const same = ['host_id', ...table.key].join(', ');
  const others = kept.filter((column) => !table.key.includes(column));
  const first = ['spec', 'item', 'line', ...others].map(
    (column) => `min_by(${column}, part) FILTER (WHERE ${column} IS NOT NULL) AS ${column}`,
  );
  const rows =
    table.parts.length === 1
      ? 'SELECT * FROM best'
      : `SELECT ${same}, max(as_of) AS as_of, ${first.join(', ')} FROM (
          SELECT *, row_number() OVER (PARTITION BY ${same}, part ORDER BY item, line) AS nth FROM best
        ) GROUP BY ${same}, nth`;
  const specs = [...new Set(table.parts.flatMap((part) => part.map(({ spec }) => spec)))]
    .map(dialect.quoted)
    .join(', ');
  return {
    name: `snapshot_${table.name}`,
    parameters,
    sql: `WITH own AS (SELECT ${columnsFrom('i', ['host_id', 'as_of'])}, i.path AS item, ${columnsFrom('f', ['spec', 'part', 'rank', 'line', ...kept])}
      FROM ${dialect.call('snapshot_items', { until: dialect.parameter('until', 'day') })} i JOIN ${dialect.named(table.name)} f ON f.facts_id = i.facts_id
      WHERE i.spec IN (${specs})),
    best AS (SELECT * FROM (SELECT *, min(rank) OVER (PARTITION BY host_id, part) AS chosen FROM own) WHERE rank = chosen),
    merged AS (${rows})
    SELECT ${columnsOf(dialect, table).join(', ')} FROM merged m ${joinsOf(dialect, table).join(' ')}`,
  };
}

function columnsOf({ types }: Dialect, table: FactTable): string[] {
  const columns = Object.entries(table.columns).map(([name, { volatile, joined, type }]) => {
    if (joined !== undefined) return columnsFrom(`j_${joined}`, [name]);
    if (!volatile || table.key.includes(name)) return columnsFrom('m', [name]);
    return type === 'integer' ? `CAST(v.${name} AS ${types.integer}) AS ${name}` : columnsFrom('v', [name]);
  });
  return [columnsFrom('m', ['host_id']), ...columns, columnsFrom('m', ['spec', 'item', 'line', 'as_of'])];
}

function joinsOf(dialect: Dialect, table: FactTable): string[] {
  const { name, key, columns } = table;
  const until = dialect.parameter('until', 'day');
  const volatile = Object.keys(columns).filter((column) => columns[column]?.volatile);
  const numbers = volatile.map(
    (column) => `max(CASE WHEN key = '${name}.${column}' THEN number END) AS ${column}`,
  );
  const item =
    key.length === 0
      ? "''"
      : key.map((column) => `CAST(m.${column} AS ${dialect.types.text})`).join(" || ' ' || ");
  const measured =
    volatile.length === 0
      ? []
      : [
          `LEFT JOIN (SELECT host_id AS of_host, item AS of_item, ${numbers.join(', ')} FROM ${dialect.call('snapshot_measures', { until })}
            WHERE key LIKE '${name}.%' GROUP BY host_id, item) v ON v.of_host = m.host_id AND v.of_item = ${item}`,
        ];
  const joined = Object.entries(columns).flatMap(([column, { joined: other }]) => {
    const known = keptFacts.find((each) => each.name === other);
    if (!known) return [];
    const by = known.key.map((one) => `${one} AS of_${one}`).join(', ');
    const on = known.key.map((one) => `j_${known.name}.of_${one} = m.${one}`).join(' AND ');
    return [
      `LEFT JOIN (SELECT host_id AS of_host, ${by}, max(${column}) AS ${column} FROM ${dialect.call(`snapshot_${known.name}`, { until })}
        GROUP BY host_id, ${known.key.join(', ')}) j_${known.name} ON j_${known.name}.of_host = m.host_id AND ${on}`,
    ];
  });
  return [...measured, ...joined];
}

// A view that joins another one comes after it.
const inOrder = [...keptFacts].sort((a, b) => Number(hasJoined(a)) - Number(hasJoined(b)));

function hasJoined({ columns }: FactTable): boolean {
  return Object.values(columns).some(({ joined }) => joined !== undefined);
}

/** The views of facts. */
export function factViews(dialect: Dialect): View[] {
  return [...values(dialect), ...inOrder.map((table) => factView(dialect, table))];
}

const ofHost = Object.keys(latestHostColumns);

/** The latest state of each host, as `compact` stores it: the columns of `latest_host`, and the fullest of its file systems on disks. */
export const latestState: View = {
  name: 'latest_state',
  sql: `SELECT h.host_id AS host_id, ${columnsFrom(
    'l',
    ofHost.filter((column) => column !== 'host_id'),
  )}, f.disk AS disk, f.inodes AS inodes
  FROM hosts h LEFT JOIN latest_host l ON l.host_id = h.host_id
  LEFT JOIN (SELECT host_id, max(used_percent) AS disk, max(inodes_used_percent) AS inodes FROM latest_filesystem
    WHERE device LIKE '/dev/%' AND device NOT LIKE '/dev/loop%' AND device NOT LIKE '/dev/sr%' GROUP BY host_id) f
  ON f.host_id = h.host_id`,
};

/** The view `latest_host`, from the latest state. */
export const storedHost: View = {
  name: 'latest_host',
  sql: `SELECT ${ofHost.join(', ')} FROM latest_state WHERE as_of IS NOT NULL`,
};

/** The view that `hosts --where` reads: the columns of the host, and its latest state. */
export const overview: View = {
  name: 'overview',
  sql: `SELECT ${columnsFrom('h', Object.keys(hostColumns))}, ${columnsFrom('l', ['disk', 'inodes', ...Object.keys(factTables.host.columns)])}
  FROM hosts h LEFT JOIN latest_state l ON l.host_id = h.host_id`,
};
