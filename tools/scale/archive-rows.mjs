import { startLoading } from '../../packages/fleet/src/loading.ts';
import { columnsOf, runColumns, tableNames, tables } from '../../packages/fleet/src/tables.ts';

/** The rows that archives gave before a fleet stored any of them, in an engine of their own, to compare the fleet with. */
export const keepArchiveRows = async (own) => {
  const loading = await startLoading(own);
  return {
    add: (run) => loading.add(run),
    /** Ends adding. `engine` is the same one, with the views of the fleet. */
    async end(engine) {
      loading.end();
      // A fleet moves clones to other hosts. A run knows its state of a spec until a later run of the host says another.
      await engine.run(`CREATE TABLE run_of AS SELECT n.host_id AS old_id, n.turn AS old_turn, r.host_id, r.day, r.turn
        FROM new_runs n JOIN runs r ON r.run_id = n.run_id`);
      await engine.run(`CREATE TABLE said AS SELECT r.*, o.spec, o.status, o.reason, o.incomplete, o.content_id,
        lead(r.day) OVER (PARTITION BY r.host_id, o.spec ORDER BY r.turn) AS until
        FROM new_outcomes o JOIN run_of r ON r.old_id = o.host_id AND r.old_turn = o.turn`);
    },
  };
};

const isOfHost = (name) => ['outcomes', 'items', 'measures'].includes(name);

/** Columns of a table that are the same however its rows are stored: of content with noise, the bytes are those of its first host and day. */
const comparedColumns = (name) => {
  const others = Object.keys(columnsOf(name)).filter(
    (column) =>
      !(column in runColumns || /^old_/.test(column) || ['bytes', 'sha256', 'first_day'].includes(column)),
  );
  if (!isOfHost(name)) return others;
  return ['host_id', ...others.filter((column) => name === 'outcomes' || column !== 'content_id')];
};

const sumOf = (columns, from) =>
  `SELECT count(*) AS n, coalesce(sum(CAST(hash(${columns.join(', ')}) AS HUGEINT)), 0) AS sum FROM ${from}`;

/**
 * Compares each table with what the archives gave: those of hosts at the end of each of these days, and those of contents with all of them.
 * Returns what differs.
 */
export const differences = async (engine, days) => {
  const pairs = tableNames
    .filter((name) => name !== 'runs')
    .flatMap((name) => {
      const columns = comparedColumns(name);
      const list = columns.join(', ');
      if (!isOfHost(name))
        return [
          {
            what: name,
            columns,
            stored: `(SELECT ${list} FROM "${name}" WHERE ${tables[name].id} IN (SELECT ${tables[name].id} FROM new_${name}))`,
            given: `(SELECT ${list} FROM new_${name})`,
          },
        ];
      return days.map((day) => {
        const known = `(SELECT * FROM said WHERE day <= DATE '${day}' AND (until IS NULL OR until > DATE '${day}'))`;
        const own = columns.map((column) => (column === 'host_id' ? 's.host_id' : `i.${column}`)).join(', ');
        return {
          what: `${name} of ${day}`,
          columns,
          stored: `(SELECT ${list} FROM snapshot_${name}(DATE '${day}') WHERE host_id IN (SELECT host_id FROM run_of))`,
          given:
            name === 'outcomes'
              ? `(SELECT ${list} FROM ${known})`
              : `(SELECT ${own} FROM ${known} s JOIN new_${name} i ON ${name === 'items' ? 'i.content_id = s.content_id' : 'i.host_id = s.old_id AND i.turn = s.old_turn AND i.spec = s.spec'})`,
        };
      });
    });
  const found = [];
  for (const { what, columns, stored, given } of pairs) {
    const [[one], [other]] = [
      await engine.rows(sumOf(columns, stored)),
      await engine.rows(sumOf(columns, given)),
    ];
    if (one.n !== other.n || one.sum !== other.sum)
      found.push(`${what}: ${one.n} rows in place of ${other.n}, of which some differ`);
    else if (one.n === '0' && isOfHost(what.split(' ')[0])) found.push(`${what}: no rows`);
  }
  return found;
};
