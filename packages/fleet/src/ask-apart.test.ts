import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { askApart } from './ask-apart.js';
import { runFleet } from './run-fleet.js';
import { newFleet, removeDirectories } from './testing/archives.js';

afterAll(removeDirectories);

/** The process of a question that is being answered. */
const processOfQuestion = (): number =>
  Number(
    readdirSync('/proc/self/task')
      .flatMap((task) => readFileSync(`/proc/self/task/${task}/children`, 'utf8').trim().split(' '))
      .find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('answerParent')),
  );

test('a question ends if one value takes too much memory or time, or the engine ends', async () => {
  const fleet = newFleet();
  const ask = (sql: string, timeout: number) => askApart({ fleet, sql, format: 'json', timeout }, bounds);
  const bounds = { memory: 512 * 1024 ** 2, grace: 0.5 };
  expect(await ask('SELECT 1 AS one', 60)).toBe('[\n{"one":1}\n]\n');
  await expect(ask('SELECT len(range(100000000))', 60)).rejects.toThrow('more than the 0.5 GiB of memory');
  const slow = "SELECT levenshtein(repeat('a', 100000), repeat('b', 100000))";
  await expect(ask(slow, 0.2)).rejects.toThrow('the query was not answered within 0.2 s');
  const ending = ask(slow, 60);
  process.kill(processOfQuestion(), 'SIGKILL');
  await expect(ending).rejects.toThrow('the engine ended with SIGKILL');
  expect(readdirSync(join(fleet, 'data'))).toEqual([]);
  await expect(ask('SELECT x', 60)).rejects.toMatchObject({ name: 'UsageError', code: 'INVALID_OPTION' });
});

test('an action asks in a process of its own', async () => {
  let answer: string | Uint8Array = '';
  const io = {
    out: { write: (content: string | Uint8Array) => (answer = content) },
    err: process.stderr,
    cwd: '/',
  };
  const ask = () => runFleet('query', newFleet(), ['SELECT 1'], { format: 'parquet' }, io);
  expect(await ask()).toBe(0);
  expect(Buffer.from(answer).subarray(0, 4).toString()).toBe('PAR1');
  const ending = ask();
  process.kill(processOfQuestion(), 'SIGKILL');
  await expect(ending).rejects.toThrow('the engine ended with SIGKILL');
});
