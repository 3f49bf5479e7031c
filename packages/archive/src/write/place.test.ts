import { execFileSync } from 'node:child_process';
import fs, {
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { OutputPlace } from '@hostspec/files/output';
import { needs } from '@hostspec/testing';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { directorySink, ndjsonSink, tarGzSink, verifyArchive } from '../index.js';
import { failingCall } from '../testing/failing-disk.js';
import { reportOf, runOf, startOf } from '../testing/run.js';
import { inTheWay } from './place.js';

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

const placeOf = (shared = false) => {
  const directory = temporaryDirectory();
  const at = (name: string) => join(directory, name);
  const place = { at, shared } as unknown as OutputPlace;
  return { at, found: (name: string, force = false) => inTheWay(place, name, force) };
};

test('nothing is in the way of a new name', () => {
  expect(placeOf().found('x')).toBeUndefined();
});

test.each([
  ['x.tar.gz', tarGzSink],
  ['x.ndjson', ndjsonSink],
] as const)('an archive of hostspec may be replaced: %s', async (name, makeSink) => {
  const { at, found } = placeOf();
  await runOf(makeSink({ path: at(name) }), {});
  expect(found(name)).toBeUndefined();
});

test('any other file only by force', () => {
  const { at, found } = placeOf();
  for (const content of [
    Buffer.from(''),
    Buffer.from('mine'),
    Buffer.from('1f8b', 'hex'),
    Buffer.from('1f8bffffffffffffffffffff', 'hex'),
  ]) {
    writeFileSync(at('x'), content);
    const what = `is a file of ${content.length} bytes that is not an archive of hostspec`;
    expect(found('x')).toEqual({ what, forcible: true });
    const before = readdirSync('/proc/self/fd').length;
    expect(found('x', true)).toBeUndefined();
    found('x');
    expect(readdirSync('/proc/self/fd')).toHaveLength(before);
  }
});

test('a file that becomes a link while it is looked at is not followed', async () => {
  const { at, found } = placeOf();
  await runOf(tarGzSink({ path: at('archive.tar.gz') }), {});
  symlinkSync('archive.tar.gz', at('x'));
  const stats = statSync(at('x'));
  const look = vi.spyOn(fs, 'lstatSync').mockReturnValueOnce(stats);
  syncBuiltinESMExports();
  onTestFinished(() => {
    look.mockRestore();
    syncBuiltinESMExports();
  });
  expect(found('x')).toMatchObject({ what: expect.stringContaining('is not an archive of hostspec') });
});

describe('what is not a file is never replaced', () => {
  test.each<[string, (path: string) => unknown]>([
    ['symbolic link', (path) => symlinkSync('/nowhere', path)],
    ['directory', (path) => mkdirSync(path)],
    ['FIFO', (path) => execFileSync('mkfifo', [path])],
    ['socket', (path) => new Promise<void>((done) => void createServer().unref().listen(path, done))],
  ])('a %s', async (kind, make) => {
    const { at, found } = placeOf();
    await make(at('x'));
    for (const force of [false, true])
      expect(found('x', force)).toEqual({ what: `is a ${kind}`, forcible: false });
  });

  test('a device', () => {
    const place = { at: () => '/dev/null', shared: false } as unknown as OutputPlace;
    expect(inTheWay(place, 'null', true)).toEqual({ what: 'is a device', forcible: false });
  });
});

describe('in a directory that others use too', () => {
  test('a file with more than one name is never replaced', () => {
    const [shared, own] = [placeOf(true), placeOf()];
    for (const { at } of [shared, own]) {
      writeFileSync(at('x'), 'mine');
      linkSync(at('x'), at('y'));
    }
    const what = 'is a file with more than one name, in a directory that others use too';
    expect(shared.found('x', true)).toEqual({ what, forcible: false });
    expect(own.found('x', true)).toBeUndefined();
  });

  test('a file of this user may be replaced by force', () => {
    const { at, found } = placeOf(true);
    writeFileSync(at('x'), 'mine');
    expect(found('x', true)).toBeUndefined();
  });

  needs('root')('a file of another user is never replaced', () => {
    const { at, found } = placeOf(true);
    writeFileSync(at('x'), 'theirs');
    chownSync(at('x'), 12345, 12345);
    const what = 'is a file of user 12345, in a directory that others use too';
    expect(found('x', true)).toEqual({ what, forcible: false });
  });
});
