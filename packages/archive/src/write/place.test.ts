import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { directorySink, ndjsonSink, tarGzSink, verifyArchive } from '../index.js';
import { failingCall } from '../testing/failing-call.js';
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

test('what appeared at the place of a directory is named, and left unchanged', async () => {
  const path = join(temporaryDirectory(), 'x');
  const sink = directorySink({ path });
  sink.begin(start);
  writeFileSync(path, 'mine');
  await expect(sink.finish(reportOf(start))).rejects.toMatchObject({
    code: 'SINK',
    message: expect.stringContaining(
      `another process created ${path} during the run: it is a file of 4 bytes that is not an archive of hostspec, and was left unchanged`,
    ),
  });
  expect(readFileSync(path, 'utf8')).toBe('mine');
});

test('what is gone again is not described', async () => {
  const path = join(temporaryDirectory(), 'x');
  const sink = directorySink({ path });
  sink.begin(start);
  mkdirSync(path);
  const error = Object.assign(new Error('EEXIST'), { code: 'EEXIST' });
  failingCall('mkdirSync', error, () => rmdirSync(path));
  await expect(sink.finish(reportOf(start))).rejects.toThrow(`${path} during the run: it exists, and was`);
});

test('an option has the name that the caller gives it, also if its directory has gone', () => {
  const parent = join(temporaryDirectory(), 'gone');
  mkdirSync(parent);
  const sink = tarGzSink({ path: join(parent, 'x.tar.gz'), optionName: (name) => `--${name}` });
  rmdirSync(parent);
  expect(() => sink.begin(start)).toThrow(
    expect.objectContaining({ code: 'INVALID_OPTION', subject: '--path' }),
  );
});

describe('on a file system without links', () => {
  const withoutLinks = (): void =>
    failingCall('linkSync', Object.assign(new Error('EPERM'), { code: 'EPERM', syscall: 'link' }));
  const finished = async (path: string, replace: boolean, appears = false): Promise<string> => {
    const sink = tarGzSink({ path, replace });
    sink.begin(start);
    if (appears) writeFileSync(path, 'mine');
    return await sink.finish(reportOf(start));
  };

  test('an archive is placed, replaces another one, or takes a name beside it', async () => {
    withoutLinks();
    const path = join(temporaryDirectory(), 'x.tar.gz');
    expect(await finished(path, true)).toBe(path);
    expect(await finished(path, true)).toBe(path);
    expect(await finished(path, false)).toBe(path.replace('x.', 'x~2.'));
    for (const place of [path, path.replace('x.', 'x~2.')]) expect(await verifyArchive(place)).toEqual([]);
  });

  test('nothing else is replaced', async () => {
    withoutLinks();
    const path = join(temporaryDirectory(), 'x.tar.gz');
    await expect(finished(path, true, true)).rejects.toThrow('is a file of 4 bytes');
    expect(readFileSync(path, 'utf8')).toBe('mine');
  });
});
