import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { queryServer } from './query-server.js';
import { runFleet } from './run-fleet.js';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

const serve = async (answer: RequestListener): Promise<string> => {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `clickhouse://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const json = JSON.stringify({ meta: [{ name: 'n' }, { name: 'text' }], data: [{ n: '7', text: null }] });

test('the server gets the question as it is, and may only read', async () => {
  let asked: { url?: string; headers?: IncomingMessage['headers']; body?: string } = {};
  const address = await serve(async (request, response) => {
    asked = { url: request.url ?? '', headers: request.headers, body: await text(request) };
    response.end(json);
  });
  let printed = '';
  const io = {
    out: { write: (content: string | Uint8Array) => (printed += content) },
    err: process.stderr,
    cwd: '/',
    env: { CLICKHOUSE_USER: 'reader', CLICKHOUSE_PASSWORD: 'secret' },
  };
  const sql = "SELECT 'é' AS text";
  const options = { engine: address, format: 'csv', timeout: 9.5 } as const;
  expect(await runFleet('query', '/no/fleet', [sql], options, io)).toBe(0);
  expect(printed).toBe('n,text\n7,\n');
  expect(asked.body).toBe(sql);
  expect(asked.headers).toMatchObject({ 'x-clickhouse-user': 'reader', 'x-clickhouse-key': 'secret' });
  const query = Object.fromEntries(new URLSearchParams(asked.url?.replace(/^.*\?/, '')));
  expect(query).toMatchObject({ readonly: '2', default_format: 'JSON', max_execution_time: '10' });
});

test('a question that the server does not answer is one sentence', async () => {
  const refuses = await serve((_, response) =>
    response.writeHead(404).end('Code: 60. No such table\nat x\n'),
  );
  await expect(queryServer({ address: refuses }, 'SELECT 1 FROM t')).rejects.toThrow(
    `${refuses} did not answer the query: Code: 60. No such table`,
  );
  const other = await serve((_, response) => response.end('1\n'));
  await expect(queryServer({ address: other }, 'SELECT 1 FORMAT CSV')).rejects.toThrow('other than JSON');
  const long = await serve((_, response) => response.end(json));
  await expect(queryServer({ address: long }, 'SELECT 1', { answer: 10 })).rejects.toThrow('is larger than');
  const slow = await serve(() => {});
  await expect(queryServer({ address: slow }, 'SELECT 1', { timeout: 0.1 })).rejects.toThrow(
    'did not answer within 0.1 s',
  );
  // A server that is elsewhere could be anybody's.
  const moved = await serve((_, response) =>
    response.writeHead(307, { Location: 'http://192.0.2.1/' }).end(),
  );
  await expect(queryServer({ address: moved }, 'SELECT 1')).rejects.toThrow('cannot be asked');
});

test.each(['clickhouse://', 'http://127.0.0.1', 'clickhouse://me:secret@127.0.0.1', 'clickhouse://a/b'])(
  '%s is not an address of an engine',
  async (address) => {
    const error = await queryServer({ address }, 'SELECT 1').catch(String);
    expect(error).toContain('allowed: clickhouse://HOST:PORT');
    expect(error).not.toContain('secret');
  },
);
