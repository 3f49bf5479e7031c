import { usageError } from '@hostspec/host-kit';
import { HostspecError } from '@hostspec/spec';
import type { Row } from './engine.js';
import { invalid } from './invalid.js';
import { type Answer, mostAnswer, type QueryLimits, tooLarge } from './query.js';

interface Server {
  /** `clickhouse://HOST:PORT`; the port is that of HTTP. Default: 8123. */
  readonly address: string;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
}

/**
 * Asks a server with the views of a fleet one question. The server may read, and changes nothing.
 *
 * @throws UsageError if the address is wrong, or the server does not answer the question; HostspecError if it cannot be reached, or the
 * answer needs more than its limits.
 */
export async function queryServer(server: Server, sql: string, limits: QueryLimits = {}): Promise<Answer> {
  const text = new TextDecoder().decode(await askServer(server, sql, 'JSON', limits));
  try {
    const { meta, data } = JSON.parse(text) as { meta: { name: string }[]; data: Row[] };
    return { columns: meta.map(({ name }) => name), rows: data };
  } catch {
    throw failed(server, 'answered with something other than JSON; leave FORMAT out of the question');
  }
}

/** Like `queryServer`, with the answer as a Parquet file. */
export function queryServerAsParquet(
  server: Server,
  sql: string,
  limits: QueryLimits = {},
): Promise<Uint8Array> {
  return askServer(server, sql, 'Parquet', limits);
}

async function askServer(
  server: Server,
  sql: string,
  format: string,
  { timeout = 60, answer = mostAnswer }: QueryLimits,
): Promise<Uint8Array> {
  const url = urlOf(server.address);
  url.search = String(
    new URLSearchParams({
      default_format: format,
      // 2 allows the settings sent with the question, but the question cannot change them.
      readonly: '2',
      max_execution_time: String(Math.ceil(timeout)),
      output_format_json_quote_64bit_integers: '1',
    }),
  );
  const headers = {
    ...(server.user !== undefined && { 'X-ClickHouse-User': server.user }),
    ...(server.password !== undefined && { 'X-ClickHouse-Key': server.password }),
  };
  const signal = AbortSignal.timeout(timeout * 1000);
  try {
    const response = await fetch(url, { method: 'POST', body: sql, headers, redirect: 'error', signal });
    const bytes = await bodyOf(response, answer);
    if (response.ok) return bytes;
    const [said = ''] = new TextDecoder().decode(bytes).split('\n');
    throw usageError(`${server.address} did not answer the query: ${said}`, 'SQL', sql);
  } catch (error) {
    if (error instanceof HostspecError) throw error;
    if (signal.aborted)
      throw failed(server, `did not answer within ${timeout} s; ask for less, or give a longer --timeout`);
    const { cause, message } = error as Error;
    throw failed(server, `cannot be asked: ${cause instanceof Error ? cause.message : message}`);
  }
}

function urlOf(address: string): URL {
  const [, host] = /^clickhouse:\/\/([^/?#@\s]+)\/?$/.exec(address) ?? [];
  const url = `http://${host}`;
  if (host === undefined || !URL.canParse(url))
    throw invalid(
      address.replace(/:\/\/.*@/, '://***@'),
      'is not the address of an engine',
      'clickhouse://HOST:PORT, with the user and password in CLICKHOUSE_USER and CLICKHOUSE_PASSWORD',
    );
  const found = new URL(url);
  if (!/:\d+$/.test(host)) found.port = '8123';
  return found;
}

async function bodyOf({ body }: Response, most: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body ?? []) {
    size += piece.length;
    if (size > most) throw tooLarge(most);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function failed({ address }: Server, what: string): HostspecError {
  return new HostspecError('INVALID_OPTION', `${address} ${what}`, { subject: '--engine', value: address });
}
