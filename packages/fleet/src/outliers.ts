import type { FactTable } from '@hostspec/parse/facts';
import { quoted } from './engine.js';
import { keptColumns, keptFacts } from './tables.js';

/** Options for rare values. */
export interface OutlierOptions {
  /** A value is rare if at most this percentage of a group has it. A single host always counts as a small share. */
  readonly share: number;
  readonly spec?: string | undefined;
  readonly group?: string | undefined;
}

const leastHosts = 10;
const mostLines = 20;

/**
 * A question for values that few hosts of a group have, the rarest first. There must also be a usual value, which at least half of the
 * group has. Names, addresses and ids are left out.
 */
export function outliersSql({ share, spec, group }: OutlierOptions): string {
  const wanted = [
    'o.content_id IS NOT NULL',
    ...(spec === undefined ? [] : [`o.spec = ${quoted(spec)}`]),
    ...(group === undefined ? [] : [`h.groups = ${quoted(group)}`]),
  ];
  // Hosts are counted by content, so that the work depends on the differences, not on the number of hosts.
  return `WITH held AS (SELECT coalesce(h.groups, '') AS in_group, o.content_id, count(*) AS hosts, min(h.name) AS host
      FROM latest_outcomes o JOIN hosts h ON h.host_id = o.host_id WHERE ${wanted.join(' AND ')} GROUP BY 1, 2),
    used AS (SELECT c.in_group, i.spec, i.path AS item, i.stable_id, i.facts_id, sum(c.hosts) AS hosts, min(c.host) AS host
      FROM held c JOIN items i ON i.content_id = c.content_id GROUP BY 1, 2, 3, 4, 5),
    named AS (${[namedValues, ...keptFacts.flatMap(valuesOf)].join(' UNION ALL ')}),
    sizes AS (SELECT coalesce(groups, '') AS in_group, count(*) AS hosts FROM hosts GROUP BY 1),
    counted AS (SELECT in_group, spec, place, subject, key, value, sum(hosts) AS with_value, min(host) AS host,
        arg_min(item, host) AS item, arg_min(line, host) AS line
      FROM named GROUP BY in_group, spec, place, subject, key, value),
    compared AS (SELECT *, max(with_value) OVER (PARTITION BY in_group, spec, place, subject, key) AS most,
        first_value(value) OVER (PARTITION BY in_group, spec, place, subject, key ORDER BY with_value DESC, value) AS usual
      FROM counted)
    SELECT c.in_group AS "group", c.spec, c.item AS path, c.line, c.subject, c.key, c.value, c.usual,
      CAST(c.with_value AS BIGINT) AS hosts, s.hosts AS of_hosts, c.host
    FROM compared c JOIN sizes s ON s.in_group = c.in_group
    WHERE s.hosts >= ${leastHosts} AND c.most * 2 >= s.hosts AND c.value <> c.usual
      AND (c.with_value = 1 OR c.with_value * 100 <= s.hosts * ${share})
    ORDER BY c.with_value, c.in_group, c.spec, c.subject, c.key, c.value LIMIT ${mostLines}`;
}

// The values of a spec with typed facts are in these tables.
const typedSpecs = keptFacts.flatMap(({ parts }) =>
  parts.flatMap((part) => part.map(({ spec }) => quoted(spec))),
);

const ofUsed = 'u.in_group, u.spec, u.item, u.hosts, u.host';

const namedValues = `SELECT ${ofUsed}, k.line, u.item AS place, coalesce(k.section, '') AS subject, k.key, k.value
  FROM used u JOIN facts_kv k ON k.stable_id = u.stable_id WHERE u.spec NOT IN (${typedSpecs.join(', ')})`;

/** The subject of a row, if it is not the key of its table: the version of a package is a value. */
const subjects: Readonly<Record<string, readonly string[]>> = {
  package: ['manager', 'name', 'architecture'],
  listener: ['protocol', 'port', 'scope'],
};

/** The values of a table, one in each row. A number next to its text is not a value of its own. */
function valuesOf(table: FactTable): string[] {
  const { name, columns, key } = table;
  const subject = subjects[name] ?? key.filter((column) => !columns[column]?.identity);
  const values = keptColumns(table).filter(
    (column) =>
      column !== 'number' &&
      !subject.includes(column) &&
      !columns[column]?.identity &&
      columns[column]?.type !== 'time',
  );
  if (values.length === 0) return [];
  const about = subject.map((column) => `coalesce(CAST(${column} AS VARCHAR), '')`).join(` || ' ' || `);
  const pairs = values.map((column) => `{'key': '${column}', 'value': CAST(${column} AS VARCHAR)}`);
  return [
    `SELECT ${ofUsed}, f.line, '', f.subject, f.pair.key, f.pair.value FROM used u JOIN (
      SELECT facts_id, line, ${about || quoted(name)} AS subject, unnest([${pairs.join(', ')}]) AS pair FROM "${name}"
    ) f ON f.facts_id = u.facts_id WHERE f.pair.value IS NOT NULL`,
  ];
}
