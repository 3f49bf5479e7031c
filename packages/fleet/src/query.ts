import { randomBytes } from 'node:crypto';
import { readFileSync, unlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { StatementType } from '@duckdb/node-api';
import { UsageError } from '@hostspec/spec';
import { type Engine, openEngine, quoted, type Row } from './engine.js';
import { engineFailure } from './engine-error.js';
import { dataName, readState } from './fleet-state.js';
import { defineViews } from './views.js';

/** The answer to a question: rows of columns. */
export interface Answer {
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}

/**
 * Answers one question about a fleet. The engine can read the rows of the fleet and nothing else, and changes nothing.
 *
 * @throws UsageError if it is more than a question, or the engine does not understand it; HostspecError if it needs too much memory or
 *   space, or a file of the fleet is damaged.
 */
export async function queryFleet(path: string, sql: string): Promise<Answer> {
  return asking(path, sql, async (engine) => {
    const result = await engine.connection.runAndReadAll(sql);
    return { columns: result.deduplicatedColumnNames(), rows: result.getRowObjectsJson() };
  });
}

/** The answer to a question as a Parquet file. @throws UsageError as `queryFleet`. */
export async function queryAsParquet(path: string, sql: string): Promise<Uint8Array> {
  const file = join(resolve(path), dataName, `.answer.${randomBytes(6).toString('hex')}`);
  return asking(path, sql, async (engine) => {
    try {
      await engine.run(
        `COPY (${sql.replace(/;\s*$/, '')}\n) TO ${quoted(file)} (FORMAT parquet, COMPRESSION zstd)`,
      );
      return readFileSync(file);
    } finally {
      removeIfThere(file);
    }
  });
}

function removeIfThere(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // The engine did not come to it.
  }
}

async function asking<T>(path: string, sql: string, ask: (engine: Engine) => Promise<T>): Promise<T> {
  const root = resolve(path);
  const state = readState(root);
  const engine = await openEngine(root);
  try {
    await defineViews(engine, root, state);
    await engine.run(`SET allowed_directories = [${quoted(join(root, dataName))}]`);
    await engine.run('SET enable_external_access = false');
    await engine.run('SET lock_configuration = true');
    await checkQuestion(engine, sql);
    return await ask(engine);
  } catch (error) {
    if (error instanceof UsageError || !(error instanceof Error)) throw error;
    throw (await engineFailure(root, error)) ?? refused(sql, error.message.replace(/\n\n[\s\S]*/, ''));
  } finally {
    engine.close();
  }
}

/** An EXPLAIN runs what it explains if it is told to: that has to be a question, too. */
const explained = /^\s*EXPLAIN(?:\s+ANALYZE|\s*\([^()]*\))*\s+/i;

async function checkQuestion({ connection }: Engine, sql: string): Promise<void> {
  const statements = await connection.extractStatements(sql);
  if (statements.count !== 1) throw refused(sql, `it has ${statements.count} statements`);
  const prepared = await statements.prepare(0);
  const type = prepared.statementType;
  prepared.destroySync();
  if (type === StatementType.SELECT) return;
  const rest = sql.replace(explained, '');
  if (type !== StatementType.EXPLAIN || rest === sql)
    throw refused(sql, `it is a statement of the kind ${StatementType[type]}`);
  await checkQuestion({ connection } as Engine, rest);
}

function refused(sql: string, why: string): UsageError {
  return new UsageError(
    'INVALID_OPTION',
    `the query was not answered: ${why}; allowed: one SELECT, WITH, EXPLAIN, DESCRIBE or SHOW over the tables that SHOW TABLES lists`,
    { subject: 'SQL', value: sql },
  );
}
