import type { FactTable } from '@hostspec/parse/facts';
import { quoted } from './engine.js';
import { keptColumns, keptFacts } from './tables.js';

/** Which values count as rare. */
export interface OutlierOptions {
  /** The largest share of a group that has a rare value, in percent. One host always is a small share. */
  readonly share: number;
  readonly spec?: string | undefined;
  readonly group?: string | undefined;
}

const leastHosts = 10;
const mostLines = 20;

/**
 * A question for the values that few hosts of a group have, the rarest first. A value is unusual only if there is a usual one:
 * at least half of the group has that. Names, addresses and ids are left out.
 */
export function outliersSql({ share, spec, group }: OutlierOptions): string {
  const wanted = [
    ...(spec === undefined ? [] : [`v.spec = ${quoted(spec)}`]),
    ...(group === undefined ? [] : [`h.groups = ${quoted(group)}`]),
  ];
  const where = wanted.length === 0 ? '' : ` WHERE ${wanted.join(' AND ')}`;
  return `WITH named AS (${[namedValues, ...keptFacts.flatMap(valuesOf)].join(' UNION ALL ')}),
    own AS (SELECT v.*, h.name, coalesce(h.groups, '') AS in_group FROM named v JOIN hosts h ON h.host_id = v.host_id${where}),
    sizes AS (SELECT coalesce(groups, '') AS in_group, count(*) AS hosts FROM hosts GROUP BY 1),
    counted AS (SELECT in_group, spec, place, subject, key, value, count(DISTINCT host_id) AS with_value, min(name) AS host,
        arg_min(item, name) AS item, arg_min(line, name) AS line
      FROM own GROUP BY in_group, spec, place, subject, key, value),
    compared AS (SELECT *, max(with_value) OVER (PARTITION BY in_group, spec, place, subject, key) AS most,
        first_value(value) OVER (PARTITION BY in_group, spec, place, subject, key ORDER BY with_value DESC, value) AS usual
      FROM counted)
    SELECT c.in_group AS "group", c.spec, c.item AS path, c.line, c.subject, c.key, c.value, c.usual, c.with_value AS hosts, s.hosts AS of_hosts, c.host
    FROM compared c JOIN sizes s ON s.in_group = c.in_group
    WHERE s.hosts >= ${leastHosts} AND c.most * 2 >= s.hosts AND c.value <> c.usual
      AND (c.with_value = 1 OR c.with_value * 100 <= s.hosts * ${share})
    ORDER BY c.with_value, c.in_group, c.spec, c.subject, c.key, c.value LIMIT ${mostLines}`;
}

// A spec with typed facts has its values there.
const typedSpecs = keptFacts.flatMap(({ parts }) =>
  parts.flatMap((part) => part.map(({ spec }) => quoted(spec))),
);

const namedValues = `SELECT host_id, spec, item, line, item AS place, coalesce(section, '') AS subject, key, value FROM latest_facts_kv WHERE spec NOT IN (${typedSpecs.join(', ')})`;

/** What a row is about, if it is not the key of its table: the version of a package is a value. */
const subjects: Readonly<Record<string, readonly string[]>> = {
  package: ['manager', 'name', 'architecture'],
  listener: ['protocol', 'port', 'scope'],
};

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
  const about = subject.map((column) => `coalesce(CAST(${column} AS VARCHAR), '')`).join(` || ' ' || `);
  return values.map(
    (column) =>
      `SELECT host_id, spec, item, line, '', ${about || quoted(name)}, ${quoted(column)}, CAST(${column} AS VARCHAR) FROM latest_${name} WHERE ${column} IS NOT NULL`,
  );
}
