import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { directorySink, ndjsonSink, tarGzSink } from '../index.js';
import { reportOf, startOf, temporaryDirectory } from '../testing/run.js';

const start = startOf([]);

test.each([
  ['tar.gz', tarGzSink],
  ['ndjson', ndjsonSink],
] as const)('a %s uses another name if a file has appeared at its path', async (extension, makeSink) => {
  const directory = temporaryDirectory();
  const path = join(directory, `x.${extension}`);
  const places: string[] = [];
  const sinks = [1, 2].map(() => makeSink({ path, replace: false }));
  for (const sink of sinks) sink.begin(start);
  writeFileSync(path, 'mine');
  for (const sink of sinks) places.push(await sink.finish(reportOf(start)));
  expect(places).toEqual([`${directory}/x~2.${extension}`, `${directory}/x~3.${extension}`]);
  expect(readFileSync(path, 'utf8')).toBe('mine');
  expect(readdirSync(directory).sort()).toEqual(
    [`x.${extension}`, `x~2.${extension}`, `x~3.${extension}`].sort(),
  );
});

test('a directory uses another name if one has appeared at its path', async () => {
  const directory = temporaryDirectory();
  const sinks = [1, 2].map(() => directorySink({ path: join(directory, 'x'), replace: false }));
  for (const sink of sinks) sink.begin(start);
  mkdirSync(join(directory, 'x'));
  writeFileSync(join(directory, 'x/mine'), '');
  const places = await Promise.all(sinks.map((sink) => sink.finish(reportOf(start))));
  expect(places.sort()).toEqual([`${directory}/x~2`, `${directory}/x~3`]);
  expect(readdirSync(join(directory, 'x'))).toEqual(['mine']);
});

test.each([
  ['tar.gz', tarGzSink],
  ['ndjson', ndjsonSink],
] as const)(
  'a %s that may replace does so only with an archive, or by force',
  async (extension, makeSink) => {
    const directory = temporaryDirectory();
    const path = join(directory, `x.${extension}`);
    const finished = async (force: boolean): Promise<string> => {
      const sink = makeSink({ path, force });
      sink.begin(start);
      if (!existsSync(path)) writeFileSync(path, 'mine');
      return await sink.finish(reportOf(start));
    };
    await expect(finished(false)).rejects.toMatchObject({
      code: 'SINK',
      message: expect.stringMatching(
        /x\.\S+ during the run: it is a file of 4 bytes .*; what was collected is kept in .*partial$/,
      ),
    });
    expect(readFileSync(path, 'utf8')).toBe('mine');
    expect(() => makeSink({ path })).toThrow('is a file of 4 bytes that is not an archive of hostspec');
    expect(await finished(true)).toBe(path);
    const first = readFileSync(path);
    expect(first.length).toBeGreaterThan(100);
    expect(await finished(false)).toBe(path);
  },
);
