import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { usageError } from '@hostspec/host-kit';
import { HostspecError, type UsageError } from '@hostspec/spec';
import { type FleetViews, fleetViews } from './define-views.js';
import { type Engine, type EngineLimits, openEngine, quoted, type Row } from './engine.js';
import { engineFailure } from './engine-error.js';
import type { FleetState } from './fleet-state.js';
import { readingFleet } from './verify-fleet.js';

/** The answer to a question: rows of columns. */
export interface Answer {
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}

/** Limits of a question. */
export interface QueryLimits extends EngineLimits {
  /** Seconds. Default: 60. */
  readonly timeout?: number | undefined;
  /** The largest answer: characters of JSON, or bytes of Parquet. Default: 256 MiB. */
  readonly answer?: number;
  /** What a question may be, for the error if the engine does not understand it. Default: one statement that asks. */
  readonly allowed?: string | undefined;
}

/** Asks one question; its errors are those of `queryFleet`. */
export type Ask = (sql: string) => Promise<Answer>;

/** The default for the largest answer. */
export const mostAnswer = 256 * 1024 * 1024;

/**
 * Answers one question about a fleet. The engine can read the rows of the fleet and nothing else, and changes nothing.
 *
 * @throws UsageError if it is more than a question, or the engine does not understand it; HostspecError if it needs more than its limits,
 * or a file of the fleet is damaged.
 */
export async function queryFleet(path: string, sql: string, limits: QueryLimits = {}): Promise<Answer> {
  return askingFleet(path, limits, (ask) => ask(sql));
}

/** Asks several questions about one state of a fleet. The time limit is for each. */
export async function askingFleet<T>(
  path: string,
  limits: QueryLimits,
  use: (ask: Ask) => Promise<T>,
): Promise<T> {
  const { answer = mostAnswer } = limits;
  return withQuestions(path, limits, (bounded, engine) =>
    use((sql) => bounded(sql, async () => readAnswer(engine, sql, answer))),
  );
}

async function readAnswer({ connection }: Engine, sql: string, most: number): Promise<Answer> {
  const result = await connection.stream(sql);
  const rows: Row[] = [];
  let size = 0;
  for await (const some of result.yieldRowObjectJson())
    for (const row of some) {
      size += JSON.stringify(row).length;
      if (size > most) throw tooLarge(most);
      rows.push(row);
    }
  return { columns: result.deduplicatedColumnNames(), rows };
}

/** Like `queryFleet`, with the answer as a Parquet file. */
export async function queryAsParquet(
  path: string,
  sql: string,
  limits: QueryLimits = {},
): Promise<Uint8Array> {
  const { answer = mostAnswer } = limits;
  return withQuestions(path, limits, (bounded, engine) => {
    const file = answerPath(engine);
    const checkSize = (): void => {
      if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > answer) throw tooLarge(answer);
    };
    const write = async (): Promise<Uint8Array> => {
      mkdirSync(engine.scratch, { recursive: true, mode: 0o700 });
      const rows = sql.replace(/;\s*$/, '');
      await engine.run(`COPY (${rows}\n) TO ${quoted(file)} (FORMAT parquet, COMPRESSION zstd)`);
      checkSize();
      return readFileSync(file);
    };
    return bounded(sql, write, checkSize);
  });
}

function answerPath({ scratch }: Engine): string {
  return join(scratch, 'answer.parquet');
}

/** Runs `answer` within the time limit. `check` throws if another limit was exceeded meanwhile. */
type Bounded = <T>(sql: string, answer: () => Promise<T>, check?: () => void) => Promise<T>;

type Use<T> = (bounded: Bounded, engine: Engine) => Promise<T>;

function withQuestions<T>(path: string, limits: QueryLimits, use: Use<T>): Promise<T> {
  const root = resolve(path);
  return readingFleet(root, (state) => withState(root, state, limits, use));
}

async function withState<T>(
  root: string,
  state: FleetState,
  { timeout = 60, memory, spill = '4GB', scratch, allowed }: QueryLimits,
  use: Use<T>,
): Promise<T> {
  const engine = await openEngine(root, { memory, spill, scratch });
  const failed = async (sql: string, error: unknown): Promise<unknown> =>
    error instanceof HostspecError || !(error instanceof Error)
      ? error
      : ((await engineFailure(root, state.files, error, { memory, spill })) ??
        refused(sql, (await viewsWith(engine, error.message)) ?? inOneLine(error.message), allowed));
  try {
    const views = fleetViews(engine, root, state);
    const readable = [...state.files.map((file) => join(root, file.path)), answerPath(engine)];
    await engine.run(`SET allowed_paths = [${readable.map(quoted).join(', ')}]`);
    await engine.run('SET enable_external_access = false');
    await engine.run('SET lock_configuration = true');
    const bounded: Bounded = async (sql, answer, check) => {
      const watch = watching(engine, timeout, check);
      try {
        await prepareFor(sql, views, engine);
        return await answer();
      } catch (error) {
        throw watch.stopped() ?? (await failed(sql, error));
      } finally {
        watch.end();
      }
    };
    return await use(bounded, engine);
  } finally {
    engine.close();
  }
}

/** Where a column is that a question looks for in vain: a table of facts has fewer columns than its view. */
async function viewsWith(engine: Engine, message: string): Promise<string | undefined> {
  const [first = '', column] = /^.* column "([^"]{1,200})" not found in FROM clause/.exec(message) ?? [];
  if (column === undefined) return undefined;
  const found = await engine.rows(
    `SELECT table_name AS name FROM duckdb_columns() WHERE lower(column_name) = lower(${quoted(column)}) AND NOT internal ORDER BY 1`,
  );
  return found.length === 0 ? undefined : `${first}, but in ${found.map(({ name }) => name).join(', ')}`;
}

/** The engine's message without the place in the statement. */
function inOneLine(message: string): string {
  return message.replace(/\n\n[\s\S]*/, '').replaceAll('\n', ' ');
}

const watchEvery = 100;

/** Interrupts the engine when the time is over or a check throws. */
function watching({ connection }: Engine, timeout: number, check: () => void = () => {}) {
  const end = performance.now() + timeout * 1000;
  let stopped: unknown;
  // An interrupt between two steps of the engine has no effect, so it is repeated.
  const timer = setInterval(() => {
    try {
      if (performance.now() > end) throw tooLong(timeout);
      check();
    } catch (error) {
      stopped ??= error;
      connection.interrupt();
    }
  }, watchEvery);
  return { stopped: () => stopped, end: () => clearInterval(timer) };
}

/** The error for a question without an answer within its time. */
export function tooLong(timeout: number): HostspecError {
  return new HostspecError(
    'INVALID_OPTION',
    `the query was not answered within ${timeout} s; ask for fewer days, hosts or columns, or give a longer --timeout`,
    { subject: '--timeout', value: timeout },
  );
}

/** The error for an answer that is larger than `most` bytes. */
export function tooLarge(most: number): HostspecError {
  return new HostspecError(
    'INVALID_OPTION',
    `the answer is larger than ${most / 1024 ** 2} MiB; ask for fewer days, hosts or columns`,
    { subject: 'SQL' },
  );
}

/** Words with which a question asks for the views themselves. */
const listing = /\b(?:show|describe|duckdb_\w+|information_schema|pg_\w+|sqlite_\w+)\b/i;

/** Defines the views that a question needs, and checks it. */
async function prepareFor(sql: string, views: FleetViews, engine: Engine): Promise<void> {
  await (listing.test(sql) ? views.defineAll() : views.defineNamed(sql));
  await checkQuestion(engine, sql).catch(async (error) => {
    if (error instanceof HostspecError) throw error;
    // The engine names views that are similar to one that it does not know, and a text may be put together from parts.
    await views.defineAll();
    await checkQuestion(engine, sql);
  });
}

/** EXPLAIN ANALYZE runs its statement, so that must be a question, too. */
const explained = /^\s*EXPLAIN(?:\s+ANALYZE|\s*\([^()]*\))*\s+/i;

async function checkQuestion(engine: Engine, sql: string): Promise<void> {
  const {
    connection,
    library: { StatementType },
  } = engine;
  const statements = await connection.extractStatements(sql);
  if (statements.count !== 1) throw refused(sql, `it has ${statements.count} statements`);
  const prepared = await statements.prepare(0);
  const type = prepared.statementType;
  prepared.destroySync();
  if (type === StatementType.SELECT) return;
  const rest = sql.replace(explained, '');
  if (type !== StatementType.EXPLAIN || rest === sql)
    throw refused(sql, `it is a statement of the kind ${StatementType[type]}`);
  await checkQuestion(engine, rest);
}

const statements = 'one SELECT, WITH, EXPLAIN, DESCRIBE or SHOW over the tables that SHOW TABLES lists';

function refused(sql: string, why: string, allowed = statements): UsageError {
  return usageError(`the query was not answered: ${why}; allowed: ${allowed}`, 'SQL', sql);
}
