import { resolve } from 'node:path';
import { counted } from '@hostspec/host-kit';
import { addArchives } from './add.js';
import { answerIn, type Format } from './answer-text.js';
import { askApart } from './ask-apart.js';
import type { Question } from './ask-here.js';
import { changingRows } from './changing-rows.js';
import { compactFleet } from './compact.js';
import { dayBefore, dayOf, daysOf } from './day-words.js';
import { quoted } from './engine.js';
import { findArchives } from './find-archives.js';
import { createFleet, isFree } from './fleet-directory.js';
import { readState } from './fleet-state.js';
import { invalid } from './invalid.js';
import { outliersSql } from './outliers.js';
import { queryServer, queryServerAsParquet } from './query-server.js';
import { forgetHost, keepSince } from './shrink.js';
import { verifyFleet } from './verify-fleet.js';
import { dialects, viewsOf } from './views.js';

/** The streams, directory and environment of the command, which makes text safe for a terminal. */
export interface FleetIo {
  readonly out: { write(content: string | Uint8Array): unknown };
  readonly err: { write(content: string): unknown; readonly isTTY?: boolean | undefined };
  readonly cwd: string;
  /** Has the user and password of a server as CLICKHOUSE_USER and CLICKHOUSE_PASSWORD. Default: none. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** The options of the actions. */
export interface FleetOptions {
  readonly group?: string | undefined;
  readonly format?: Format | undefined;
  readonly since?: string | undefined;
  /** Each step of the changes, with its day. */
  readonly each?: boolean | undefined;
  readonly keep?: string | undefined;
  /** A condition in SQL over the view `overview`. */
  readonly where?: string | undefined;
  readonly spec?: string | undefined;
  /** In percent. */
  readonly share?: string | undefined;
  /** The server that answers a query, as `clickhouse://HOST:PORT`. Default: none; DuckDB answers it from the files. */
  readonly engine?: string | undefined;
  /** The engine that the schema is for. Default: duckdb. */
  readonly dialect?: string | undefined;
  /** The path or address that the schema's engine reads the fleet at. Default: the fleet's own path. */
  readonly location?: string | undefined;
  /** Seconds that a question may take. Default: 60. */
  readonly timeout?: number | undefined;
}

type Action = (
  fleet: string,
  words: readonly string[],
  options: FleetOptions,
  io: FleetIo,
) => Promise<number>;

/** How many words an action takes after DIR, and what they are. */
type Words = readonly [least: number, most: number, what: string];

const none: Words = [0, 0, 'none'];

const actions = {
  init: { words: none, run: init },
  add: { words: [1, Number.POSITIVE_INFINITY, 'archives, or directories of archives'], run: add },
  compact: { words: none, run: compact },
  verify: { words: none, run: verify },
  forget: { words: [1, 1, 'one host'], run: forget },
  query: { words: [1, 1, 'one question in SQL, in quotes'], run: query },
  hosts: { words: none, run: hosts },
  changes: { words: none, run: changes },
  outliers: { words: none, run: outliers },
  schema: { words: none, run: schema },
} as const satisfies Readonly<Record<string, { readonly words: Words; readonly run: Action }>>;

/** The name of an action. */
export type FleetAction = keyof typeof actions;

/**
 * Runs an action on a fleet, and returns the exit status.
 *
 * @throws UsageError for too few or many words; the errors of the action.
 */
export async function runFleet(
  action: FleetAction,
  fleet: string,
  words: readonly string[],
  options: FleetOptions,
  io: FleetIo,
): Promise<number> {
  const { words: allowed, run }: { readonly words: Words; readonly run: Action } = actions[action];
  const [least, most, what] = allowed;
  if (words.length < least || words.length > most)
    throw invalid(action, `has ${counted(words.length, 'word')} after DIR`, what);
  return run(fleet, words, options, io);
}

async function init(fleet: string): Promise<number> {
  createFleet(fleet);
  return 0;
}

async function add(
  fleet: string,
  words: readonly string[],
  { group }: FleetOptions,
  io: FleetIo,
): Promise<number> {
  const paths = await findArchives(words, io.cwd);
  if (isFree(fleet)) {
    createFleet(fleet);
    io.err.write(`hostspec: created the fleet ${JSON.stringify(fleet)}\n`);
  }
  const shown = io.err.isTTY === true && paths.length > 1;
  const { added, known, refused } = await addArchives(fleet, paths, {
    group,
    onArchive: (done) => shown && io.err.write(`${done} of ${paths.length} archives\n`),
  });
  for (const { reason } of refused) io.err.write(`hostspec: ${JSON.stringify(reason).slice(1, -1)}\n`);
  io.out.write(`${added} added, ${known} known already, ${refused.length} refused\n`);
  return refused.length === 0 ? 0 : 1;
}

async function compact(fleet: string, _words: readonly string[], { keep }: FleetOptions): Promise<number> {
  const days = keep === undefined ? undefined : daysOf(keep);
  return changingRows(fleet, async (root, engine) => {
    await compactFleet(root, engine);
    if (days !== undefined) await keepSince(root, engine, dayBefore(days));
    return 0;
  });
}

async function forget(fleet: string, [host = '']: readonly string[]): Promise<number> {
  return changingRows(fleet, async (root, engine) => {
    await forgetHost(root, engine, host);
    return 0;
  });
}

async function verify(
  fleet: string,
  _words: readonly string[],
  _options: FleetOptions,
  io: FleetIo,
): Promise<number> {
  const { problems, leftovers, files } = await verifyFleet(fleet);
  for (const problem of problems) io.out.write(`${problem}\n`);
  for (const path of leftovers)
    io.out.write(
      `${path} is not part of the fleet: an add or compact is writing it, or left it when it was ended; the next one removes it\n`,
    );
  if (problems.length === 0)
    io.out.write(`${files} files; each has the size and SHA-256 that were written\n`);
  return problems.length === 0 ? 0 : 1;
}

async function changes(
  fleet: string,
  _words: readonly string[],
  { since = 'yesterday', group, each = false, ...options }: FleetOptions,
  io: FleetIo,
): Promise<number> {
  const from = dayOf(since);
  if (from > dayBefore(0)) throw invalid(since, 'is a day to come', 'today, or a day before');
  const own =
    group === undefined
      ? ''
      : ` WHERE host_id IN (SELECT host_id FROM hosts WHERE groups = ${quoted(group)})`;
  const columns = 'name, host_id, spec, path, line, key, old, new';
  const order = 'spec, key, name, path, line';
  if (!each) {
    const sql = `SELECT ${columns} FROM changes(DATE '${from}', DATE '9999-12-31')${own} ORDER BY ${order}`;
    return print(fleet, sql, options, io, { known: { group } });
  }
  const found = await askApart({
    fleet,
    sql: `SELECT DISTINCT CAST(day AS VARCHAR) AS day FROM runs WHERE day > DATE '${from}' ORDER BY 1`,
    format: 'json',
    timeout: options.timeout,
    known: { group },
  });
  const days = JSON.parse(String(found)).map(({ day }: { readonly day: string }) => day);
  // Without a later day, there is one step without changes.
  const steps = (days.length === 0 ? [from] : days).map(
    (day: string, at: number) =>
      `SELECT DATE '${day}' AS day, ${columns} FROM changes(DATE '${days[at - 1] ?? from}', DATE '${day}')${own}`,
  );
  return print(fleet, `${steps.join(' UNION ALL ')} ORDER BY day, ${order}`, options, io);
}

/** Prints hosts with the facts that are asked for most; `where` is an SQL expression. */
async function hosts(
  fleet: string,
  _words: readonly string[],
  { where, group, ...options }: FleetOptions,
  io: FleetIo,
): Promise<number> {
  const own = group === undefined ? '' : ` AND groups = ${quoted(group)}`;
  const columns = 'name, groups, last_day, os_name, kernel, disk, memory_available_percent, load_1';
  return print(
    fleet,
    `SELECT ${columns} FROM overview WHERE (${where ?? 'true'}\n)${own} ORDER BY name`,
    options,
    io,
    {
      known: { group },
      allowed: where && `--where with a condition in SQL over the view overview, such as "disk > 90"`,
    },
  );
}

async function outliers(
  fleet: string,
  _words: readonly string[],
  { share = '5', spec, group, ...options }: FleetOptions,
  io: FleetIo,
): Promise<number> {
  if (!/^(?:\d{1,2}|100)$/.test(share))
    throw invalid(share, 'is not a share', 'a whole number of percent, such as 5');
  return print(fleet, outliersSql({ share: Number(share), spec, group }), options, io, {
    known: { group, spec },
  });
}

async function schema(
  fleet: string,
  _words: readonly string[],
  { dialect = 'duckdb', location = resolve(fleet) }: FleetOptions,
  io: FleetIo,
): Promise<number> {
  const known = Object.entries(dialects).find(([name]) => name === dialect);
  if (!known) throw invalid(dialect, 'is not a dialect', Object.keys(dialects).join(', '));
  for (const statement of viewsOf(location, readState(fleet), known[1])) io.out.write(`${statement};\n`);
  return 0;
}

async function query(
  fleet: string,
  [sql = '']: readonly string[],
  { engine, ...options }: FleetOptions,
  io: FleetIo,
): Promise<number> {
  if (engine === undefined) return print(fleet, sql, options, io);
  const { CLICKHOUSE_USER: user, CLICKHOUSE_PASSWORD: password } = io.env ?? {};
  const server = { address: engine, user, password };
  const limits = { timeout: options.timeout };
  io.out.write(
    await answerIn(
      options.format ?? 'table',
      () => queryServer(server, sql, limits),
      () => queryServerAsParquet(server, sql, limits),
    ),
  );
  return 0;
}

async function print(
  fleet: string,
  sql: string,
  { format = 'table', timeout }: FleetOptions,
  io: FleetIo,
  more: Pick<Question, 'known' | 'allowed'> = {},
): Promise<number> {
  io.out.write(await askApart({ fleet, sql, format, timeout, ...more }));
  return 0;
}
