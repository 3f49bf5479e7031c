import { withViews } from './define-views.js';
import { type Engine, quoted, rowsOfFiles, writeFile } from './engine.js';
import { latestState } from './fact-views.js';
import { replaceFiles } from './fleet-directory.js';
import { dayLength, type FleetFile, isIncoming, readState } from './fleet-state.js';
import { columnsOf, columnTypes, type FileTable, tableNames, tables } from './tables.js';

/** Rows whose state is put together at once. More of them need more memory than the engine may take. */
const mostRows = 3_000_000;

/** Files incoming rows, and stores the latest state of the hosts, which takes too long to put together for each question. */
export async function compactFleet(root: string, engine: Engine, mostAtOnce = mostRows): Promise<void> {
  await fileIncoming(root, engine, mostAtOnce);
  const state = readState(root);
  if (state.files.length === 0 || state.files.some(({ table }) => table === 'latest')) return;
  const views = withViews(engine, root, state);
  const latest = await writeFile(views, root, { table: 'latest', rows: `SELECT * FROM ${latestState.name}` });
  replaceFiles(root, state, { remove: [], add: [latest] });
}

/** Files incoming rows by day, as changes. The first day of each week, which starts on Sunday, gets a full set. */
async function fileIncoming(root: string, engine: Engine, mostAtOnce: number): Promise<void> {
  const state = readState(root);
  const incoming = state.files.filter(isIncoming);
  if (incoming.length === 0) return;
  const of = (table: FileTable, files: readonly FleetFile[]): string =>
    rowsOfFiles(
      root,
      table,
      files.filter((file) => file.table === table),
    );
  const filed = state.files.filter((file) => !isIncoming(file));
  const [{ first } = {}] = await engine.rows(`SELECT min(day) AS first FROM ${of('runs', incoming)}`);
  const from = String(first);
  const before = state.fullDays.filter((day) => day < from);
  const since = before.at(-1) ?? '0001-01-01';
  const recent = filed.filter(({ day = '' }) => day >= since);
  await engine.run(`CREATE OR REPLACE TABLE in_runs AS SELECT * FROM ${of('runs', incoming)}`);
  await engine.run(
    `CREATE OR REPLACE TABLE old_runs AS SELECT * FROM ${of('runs', recent)} WHERE day >= DATE '${from}'`,
  );
  const days = (
    await engine.rows(
      `SELECT DISTINCT CAST(day AS VARCHAR) AS day FROM (SELECT day FROM in_runs UNION ALL SELECT day FROM old_runs) ORDER BY 1`,
    )
  ).map(({ day }) => String(day));
  const fullDays = [...before];
  for (const day of days) if (weekOf(day) !== weekOf(fullDays.at(-1))) fullDays.push(day);
  await engine.run(`CREATE OR REPLACE TABLE changed (${columnTypes(columnsOf('outcomes'))})`);
  const added: FleetFile[] = [];
  const fresh = of('outcomes', incoming);
  // The changes of the day of the full set are in it.
  const old = `(SELECT host_id, as_of AS day, ${known} FROM ${of('full_outcomes', recent)} WHERE day = DATE '${since}'
    UNION ALL SELECT host_id, day, ${known} FROM ${of('outcomes', recent)} WHERE day > DATE '${since}')`;
  for (const specs of await specRanges(
    engine,
    `SELECT spec FROM ${fresh} UNION ALL SELECT spec FROM ${old}`,
    mostAtOnce,
  )) {
    await engine.run(`CREATE OR REPLACE TABLE in_outcomes AS SELECT * FROM ${fresh} WHERE ${specs}`);
    await engine.run(`CREATE OR REPLACE TABLE old_outcomes AS SELECT * FROM ${old} WHERE ${specs}`);
    await engine.run(eventsOf(from));
    for (const day of days)
      if (fullDays.includes(day)) added.push(...(await fileFullDay(root, engine, day)));
      else await engine.run(`INSERT INTO changed BY NAME ${changesOf(day)}`);
  }
  for (const day of days.filter((each) => !fullDays.includes(each)))
    added.push(
      await writeFile(engine, root, {
        table: 'outcomes',
        day,
        rows: `SELECT * FROM changed WHERE day = DATE '${day}'`,
      }),
    );
  const replaced = filed.filter(({ table, day = '' }) => isOfOutcomes(table) && day >= from);
  const others = await writeOthers(root, engine, incoming, filed);
  replaceFiles(root, state, {
    remove: [...incoming, ...replaced, ...others.remove],
    add: [...added, ...others.add],
    fullDays,
  });
}

/** What is compared to find changes. */
const known = 'turn, spec, status, reason, incomplete, content_id';

function isOfOutcomes(table: FileTable): boolean {
  return table === 'outcomes' || table === 'full_outcomes';
}

/** Conditions that divide all rows into ranges of specs, whose states do not depend on each other. */
async function specRanges(engine: Engine, rows: string, most: number): Promise<string[]> {
  const counts = await engine.rows(
    `SELECT spec, CAST(count(*) AS INTEGER) AS n FROM (${rows}) GROUP BY spec ORDER BY spec`,
  );
  const starts: string[] = [];
  let sum = most;
  for (const { spec, n } of counts) {
    if (sum + Number(n) > most) {
      starts.push(String(spec));
      sum = 0;
    }
    sum += Number(n);
  }
  return starts.map((start, at) => {
    const next = starts[at + 1];
    return `spec >= ${quoted(start)}${next === undefined ? '' : ` AND spec < ${quoted(next)}`}`;
  });
}

/** The week of a day, as the number of its Sunday; undefined without a day. */
function weekOf(day: string | undefined): number | undefined {
  // 1970-01-04 was a Sunday.
  return day === undefined ? undefined : Math.floor((Date.parse(day) / dayLength - 3) / 7);
}

/**
 * The statement that creates the table `events`: the changes of all specs from a day on, and the last change before it. If a host has a
 * new run, its filed runs are compared again, because a change depends on the run before it.
 */
function eventsOf(from: string): string {
  return `CREATE OR REPLACE TABLE events AS
WITH changed AS (SELECT DISTINCT host_id FROM in_outcomes),
seen AS (
  SELECT r.host_id, r.day, r.turn, s.spec FROM old_runs r, unnest(string_split(r.specs, ',')) AS s(spec)
  WHERE r.host_id IN (SELECT host_id FROM changed)
),
observed AS (
  SELECT host_id, day, ${known} FROM in_outcomes
  UNION ALL SELECT s.host_id, s.day, s.turn, s.spec, o.status, o.reason, o.incomplete, o.content_id
    FROM seen s ASOF JOIN old_outcomes o ON s.host_id = o.host_id AND s.spec = o.spec AND s.turn >= o.turn
  UNION ALL SELECT host_id, day, ${known} FROM old_outcomes WHERE day < DATE '${from}' OR host_id NOT IN (SELECT host_id FROM changed)
),
states AS (
  SELECT * FROM (SELECT *, row_number() OVER (PARTITION BY host_id, spec, day ORDER BY turn DESC) AS nth FROM observed) WHERE nth = 1
),
steps AS (
  SELECT *, row_number() OVER w AS step,
    lag(status) OVER w AS old_status, lag(reason) OVER w AS old_reason, lag(incomplete) OVER w AS old_incomplete, lag(content_id) OVER w AS old_content_id
  FROM states WINDOW w AS (PARTITION BY host_id, spec ORDER BY day, turn)
)
SELECT host_id, day, ${known}, old_status, old_content_id FROM steps
WHERE step = 1 OR status <> old_status OR reason IS DISTINCT FROM old_reason OR incomplete IS DISTINCT FROM old_incomplete
  OR content_id IS DISTINCT FROM old_content_id`;
}

function changesOf(day: string): string {
  return `SELECT * FROM events WHERE day = DATE '${day}'`;
}

/** Writes the states of a full day, and its changes, into files. */
async function fileFullDay(root: string, engine: Engine, day: string): Promise<FleetFile[]> {
  const date = `DATE '${day}'`;
  const last = `SELECT *, row_number() OVER (PARTITION BY host_id, spec ORDER BY day DESC, turn DESC) AS nth FROM events WHERE day <= ${date}`;
  const rows = `SELECT host_id, ${date} AS day, day AS as_of, ${known} FROM (${last}) WHERE nth = 1`;
  return [
    await writeFile(engine, root, { table: 'full_outcomes', day, rows }),
    await writeFile(engine, root, { table: 'outcomes', day, rows: changesOf(day) }),
  ];
}

/** Files the rows of the tables that only grow. */
async function writeOthers(
  root: string,
  engine: Engine,
  incoming: readonly FleetFile[],
  filed: readonly FleetFile[],
): Promise<{ readonly add: FleetFile[]; readonly remove: FleetFile[] }> {
  const add: FleetFile[] = [];
  const remove: FleetFile[] = [];
  for (const table of tableNames.filter((name) => name !== 'outcomes')) {
    const column = tables[table].filed;
    const fresh = rowsOfFiles(
      root,
      table,
      incoming.filter((file) => file.table === table),
    );
    const days = await engine.rows(
      `SELECT DISTINCT CAST(${column} AS VARCHAR) AS day FROM ${fresh} ORDER BY 1`,
    );
    for (const { day: found } of days) {
      const day = String(found);
      const same = filed.filter((file) => file.table === table && file.day === day);
      const rows = `SELECT * FROM ${fresh} WHERE ${column} = DATE '${day}' UNION ALL SELECT * FROM ${rowsOfFiles(root, table, same)}`;
      add.push(await writeFile(engine, root, { table, day, rows }));
      remove.push(...same);
    }
  }
  return { add, remove };
}
