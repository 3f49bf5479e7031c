import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sink } from '@hostspec/spec';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { formats, openArchive, recover, verifyArchive } from '../index.js';
import { fsWithRoom, namesBelow, type Room, usedBytes } from '../testing/failing-disk.js';
import { file, keepPiece, outcomeOf, planned, reportOf, startOf } from '../testing/run.js';
import { journalName } from '../work-directory.js';
import { processIdentity } from './journal.js';

afterEach(() => {
  vi.doUnmock('node:fs');
});

/** The package on a disk that has only this room below a directory. */
async function withRoom(directory: string, room: Room): Promise<typeof import('../index.js')> {
  vi.resetModules();
  vi.doMock('node:fs', () => fsWithRoom(directory, room));
  return await import('../index.js');
}

/** Bytes that cannot be compressed, the same ones for the same name. */
function noise(name: string, bytes: number): Buffer {
  const blocks = Array.from({ length: Math.ceil(bytes / 32) }, (_, block) =>
    createHash('sha256').update(`${name} ${block}`).digest(),
  );
  return Buffer.concat(blocks).subarray(0, bytes);
}

interface Ended {
  readonly kept: readonly string[];
  /** The error while items were kept. */
  readonly interrupted?: unknown;
  readonly where?: string;
  /** The error at the end. */
  readonly failure?: unknown;
}

/** Keeps an item for each spec until one fails, which is the only error until the end, and ends the run. */
async function collect(sink: Sink, count: number, bytes: number, beforeEnd = () => {}): Promise<Ended> {
  const specs = Array.from({ length: count }, (_, index) => planned(`s${index}`));
  const start = startOf(specs);
  sink.begin(start);
  const kept: string[] = [];
  let interrupted: unknown;
  const attempt = async <T>(step: () => Promise<T> | T): Promise<T | undefined> => {
    try {
      return await step();
    } catch (error) {
      if (interrupted !== undefined) throw error;
      interrupted = error;
      return undefined;
    }
  };
  for (const spec of specs) {
    const keep = () => keepPiece(sink, spec.name, file(`/etc/${spec.name}`, noise(spec.name, bytes)));
    const item = interrupted === undefined ? await attempt(keep) : undefined;
    const outcome = outcomeOf(spec, item ? [item] : [], item ? {} : { status: 'skipped', reason: 'full' });
    await attempt(() => sink.write(outcome));
    if (item && interrupted === undefined) kept.push(spec.name);
  }
  beforeEnd();
  try {
    return { kept, interrupted, where: await sink.finish(reportOf(start)) };
  } catch (failure) {
    return { kept, interrupted, failure };
  }
}

/** Checks that an archive lacks only some files, and that these specs have all of their content in it. */
async function checkArchive(
  path: string,
  specs: readonly string[],
  bytes: number,
  missing: readonly string[] = [],
): Promise<void> {
  expect(await verifyArchive(path)).toEqual(missing.map((name) => `${name} is missing`));
  const archive = await openArchive(path);
  onTestFinished(() => archive.close());
  for (const spec of specs) {
    const [item] = archive.items(spec);
    expect(Buffer.from((await item?.read()) ?? '').equals(noise(spec, bytes))).toBe(true);
  }
}

describe.each(formats)('a disk that fills up, %s', (format) => {
  test('what was kept is there, as an archive or as a directory', async () => {
    const parent = temporaryDirectory();
    const here = await withRoom(parent, { bytes: 700_000 });
    const sink = here.archiveSink(format, { path: join(parent, 'out') });
    const { kept, interrupted, where, failure } = await collect(sink, 60, 20_000);
    expect(interrupted).toMatchObject({
      code: 'NO_SPACE',
      subject: expect.stringMatching(/\/\.out\.\w{12}\.partial(\/data\/etc\/s\d+)?$/),
    });
    expect([kept.length > 5, kept.length < 60]).toEqual([true, true]);
    expect(failure).toBeUndefined();
    expect(readdirSync(parent)).toEqual(['out']);
    expect(where).toBe(join(parent, 'out'));
    await checkArchive(join(parent, 'out'), kept, 20_000);
    const archive = await openArchive(join(parent, 'out'));
    await archive.close();
    expect(archive.outcomes.get('s59')).toMatchObject({ status: 'skipped', reason: 'full' });
  });

  test('without room to begin, nothing is left', async () => {
    const parent = temporaryDirectory();
    const here = await withRoom(parent, { bytes: 100_000 });
    const sink = here.archiveSink(format, { path: join(parent, 'out') });
    expect(() => sink.begin(startOf([]))).toThrow(
      expect.objectContaining({
        code: 'NO_SPACE',
        value: 256 * 1024,
        subject: expect.stringMatching(/\/\.out\.\w{12}\.partial$/),
      }),
    );
    expect(readdirSync(parent)).toEqual([]);
  });
});

/** Room for what describes the content, but not for the content a second time; the ballast is removed. */
const roomBeside = (directory: string): number => usedBytes(directory) - 256 * 1024 + 30_000;

/** Room for the marker, two directories and so many items, in place of the ballast and the archive. */
const namesForItems = (directory: string, items: number): number =>
  namesBelow(directory).length - 2 + 1 + 2 + items;

const namesIn = (directory: string): string[] => readdirSync(directory).sort();

describe('content for which there is no room in an archive remains as a directory', () => {
  const parts = ['data', 'insights_archive.txt', 'manifest.json', 'meta_data'];

  test('which the error names, out of the pack of a tar.gz', async () => {
    const parent = temporaryDirectory();
    const room: Room = {};
    const here = await withRoom(parent, room);
    const sink = here.tarGzSink({ path: join(parent, 'x.tar.gz') });
    const { kept, failure } = await collect(sink, 3, 20_000, () => {
      room.bytes = roomBeside(parent);
    });
    expect(kept).toHaveLength(3);
    expect(failure).toMatchObject({
      code: 'NO_SPACE',
      subject: join(parent, 'x'),
      message: expect.stringMatching(
        /^no space left for .*\.partial\/archive\.tar\.gz.*; what was collected is in .*\/x$/,
      ),
    });
    expect(namesIn(parent)).toEqual(['x']);
    expect(namesIn(join(parent, 'x'))).toEqual(parts);
    expect(readFileSync(join(parent, 'x/insights_archive.txt'))).toHaveLength(0);
    expect(namesIn(join(parent, 'x/meta_data'))).toEqual(
      kept.map((name) => `insights.specs.Specs.${name}.json`),
    );
    await checkArchive(join(parent, 'x'), kept, 20_000);
  });

  test('beside one that has its name, from NDJSON', async () => {
    const parent = temporaryDirectory();
    mkdirSync(join(parent, 'x'));
    const here = await withRoom(parent, { bytes: 1_800_000 });
    const sink = here.ndjsonSink({ path: join(parent, 'x.ndjson') });
    const { interrupted, where } = await collect(sink, 2, 1_000_000);
    expect(interrupted).toMatchObject({ code: 'NO_SPACE' });
    expect(where).toBe(join(parent, 'x~2'));
    expect(namesIn(parent)).toEqual(['x', 'x~2']);
    expect(namesIn(join(parent, 'x~2'))).toEqual(parts);
    await checkArchive(join(parent, 'x~2'), ['s0'], 1_000_000);
  });

  test('without metadata, if there is room for the manifest only', async () => {
    const parent = temporaryDirectory();
    const room: Room = {};
    const here = await withRoom(parent, room);
    const sink = here.tarGzSink({ path: join(parent, 'x.tar.gz') });
    const { kept } = await collect(sink, 3, 20_000, () => {
      room.bytes = roomBeside(parent);
      // The pack makes room for the manifest.
      room.names = namesForItems(parent, 3);
    });
    expect(namesIn(join(parent, 'x'))).toEqual(parts.filter((name) => name !== 'meta_data'));
    const metadata = kept.map((name) => `meta_data/insights.specs.Specs.${name}.json`);
    await checkArchive(join(parent, 'x'), kept, 20_000, metadata);
  });
});

test('content that could not be taken out of the pack is back in it, for recover', async () => {
  const parent = temporaryDirectory();
  const room: Room = {};
  const here = await withRoom(parent, room);
  const sink = here.tarGzSink({ path: join(parent, 'x.tar.gz') });
  const { kept, failure } = await collect(sink, 10, 20_000, () => {
    room.bytes = roomBeside(parent);
    room.names = namesForItems(parent, 3);
  });
  expect(failure).toMatchObject({
    code: 'NO_SPACE',
    message: expect.stringMatching(/; what was collected is kept in .*\.partial$/),
  });
  const [work = '', ...more] = readdirSync(parent);
  expect(more).toEqual([]);
  expect(readdirSync(join(parent, work, 'data/etc')).sort()).toEqual(['s7', 's8', 's9']);
  const pack = readFileSync(join(parent, work, 'content/pack'));
  expect(pack.subarray(pack.length - 20_000).equals(noise('s6', 20_000))).toBe(true);
  asOfAnotherProcess(join(parent, work));
  await checkArchive(await recover(join(parent, work)), kept, 20_000);
});

/** Makes a run one of a process that ended: this process would seem to be still at it. */
function asOfAnotherProcess(work: string): void {
  const journal = join(work, journalName);
  writeFileSync(journal, readFileSync(journal, 'utf8').replace(String(processIdentity(process.pid)), ''));
}

interface Killed {
  readonly parent: string;
  readonly work: string;
  readonly room: Room;
  readonly here: typeof import('../index.js');
}

const killedSpecs = ['s0', 's1', 's2'];

/** A run that was killed, on a disk that has room for what describes its content, but not for its archive. */
async function killedRun(format: 'tar.gz' | 'ndjson'): Promise<Killed> {
  const parent = temporaryDirectory();
  const room: Room = {};
  const here = await withRoom(parent, room);
  mkdirSync(join(parent, 'run'));
  const sink = here.archiveSink(format, { path: join(parent, `run/x.${format}`) });
  onTestFinished(() => sink.close());
  const specs = killedSpecs.map((name) => planned(name));
  sink.begin(startOf(specs));
  for (const spec of specs) {
    const item = keepPiece(sink, spec.name, file(`/etc/${spec.name}`, noise(spec.name, 30_000)));
    await sink.write(outcomeOf(spec, [item]));
  }
  const [name = ''] = readdirSync(join(parent, 'run'));
  const work = join(parent, 'run', name);
  asOfAnotherProcess(work);
  // What is removed first would make room.
  for (const path of ['ballast', format === 'ndjson' ? 'archive.ndjson' : 'archive.tar.gz'])
    rmSync(join(work, path));
  room.bytes = usedBytes(parent) + 30_000;
  return { parent, work, room, here };
}

describe('a run that was killed, on a disk that is full', () => {
  test('becomes a directory, which the error names', async () => {
    const { parent, work, here } = await killedRun('tar.gz');
    await expect(here.recover(work)).rejects.toMatchObject({
      code: 'NO_SPACE',
      subject: join(parent, 'run/x'),
      message: expect.stringContaining(`; what was collected is in ${join(parent, 'run/x')}`),
    });
    expect(readdirSync(join(parent, 'run'))).toEqual(['x']);
    await checkArchive(join(parent, 'run/x'), killedSpecs, 30_000);
  });

  test.each(['tar.gz', 'ndjson'] as const)(
    'stays as it is if its archive was to be elsewhere, %s',
    async (format) => {
      const { parent, work, room, here } = await killedRun(format);
      // Others could exchange the work directory: the archive is made in another one.
      chmodSync(join(parent, 'run'), 0o777);
      const path = join(parent, `y.${format}`);
      const before = namesBelow(work).sort();
      await expect(here.recover(work, { path })).rejects.toMatchObject({ code: 'NO_SPACE' });
      expect(namesBelow(work).sort()).toEqual(before);
      expect(readdirSync(parent)).toEqual(['run']);
      delete room.bytes;
      expect(await here.recover(work, { path })).toBe(path);
      expect(readdirSync(parent).sort()).toEqual(['run', `y.${format}`]);
      await checkArchive(path, killedSpecs, 30_000);
    },
  );
});
