import {
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type HeldDirectory, holdDirectory, type OutputPlace } from '@hostspec/files/output';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { verifyArchive } from '../index.js';
import { manifestHead } from '../manifest.js';
import { failingCall, fsWithRoom, namesBelow, type Room } from '../testing/failing-disk.js';
import { type HeldWork, heldWork } from '../testing/held-work.js';
import { file, keepPiece, outcomeOf, planned, reportOf, startOf } from '../testing/run.js';
import { writeNewFile } from '../work-directory.js';
import { completeDirectory, moveChildren, moveDirectory, takeFreeName } from './directory-format.js';
import type { Workshop } from './format.js';
import { tarGzStream } from './tar-gz-format.js';

describe('a directory', () => {
  let { held, work } = {} as HeldWork;
  beforeEach(() => {
    ({ held, work } = heldWork());
  });
  afterEach(() => {
    vi.doUnmock('node:fs');
  });

  const head = manifestHead(reportOf(startOf([])), 'hostspec 9.9.9');
  const namesIn = (path: string): string[] => readdirSync(path, { recursive: true }).map(String).sort();

  test('a complete directory has what was kept, as long as it was then, and nothing else', () => {
    for (const [path, text] of [
      ['data/etc/a', 'kept, and more since'],
      ['data/etc/b', 'kept'],
      ['data/var/discarded', 'x'],
      ['content/pack', 'x'],
      ['meta_data/a.json', '{}'],
      ['journal.ndjson', '{}'],
    ] as const)
      writeNewFile(work, path, text);
    const items = new Map([
      ['etc/a', 4],
      ['etc/b', 4],
    ]);
    completeDirectory(work, { head, outcomes: [], items }, [{ path: 'meta_data/b.json', text: 'late' }]);
    expect(namesIn(work.path)).toEqual(
      [
        ...['data', 'data/etc', 'data/etc/a', 'data/etc/b'],
        ...['journal.ndjson', 'manifest.json', 'meta_data', 'meta_data/a.json', 'meta_data/b.json'],
      ].sort(),
    );
    for (const path of items.keys()) expect(readFileSync(work.file(`data/${path}`), 'utf8')).toBe('kept');
  });

  test('late metadata that cannot be written for another reason than space are an error', () => {
    const late = [{ path: 'manifest.json', text: 'the name is taken' }];
    expect(() => completeDirectory(work, { head, outcomes: [], items: new Map() }, late)).toThrow('EEXIST');
  });

  test('metadata for which there was no space are written at the end', async () => {
    const parent = temporaryDirectory();
    const room: Room = {};
    vi.resetModules();
    vi.doMock('node:fs', () => fsWithRoom(parent, room));
    const sink = (await import('../index.js')).directorySink({ path: join(parent, 'out') });
    const specs = ['a', 'b'].map((name) => planned(name));
    sink.begin(startOf(specs));
    const items = specs.map(({ name }) => keepPiece(sink, name, file(`/etc/${name}`, name)));
    room.names = namesBelow(parent).length;
    const [first, second] = specs.map((spec, index) =>
      outcomeOf(
        spec,
        items.filter((_, at) => at === index),
      ),
    );
    await expect(sink.write(first as NonNullable<typeof first>)).rejects.toMatchObject({ code: 'NO_SPACE' });
    // The caller knows by now.
    await sink.write(second as NonNullable<typeof second>);
    delete room.names;
    expect(await sink.finish(reportOf(startOf(specs)))).toBe(join(parent, 'out'));
    expect(await verifyArchive(join(parent, 'out'))).toEqual([]);
    expect(readdirSync(join(parent, 'out/meta_data'))).toHaveLength(2);
  });

  describe('a work directory is moved to a name', () => {
    test('and its journal is removed there', () => {
      for (const name of ['manifest.json', 'journal.ndjson']) writeNewFile(work, name, name);
      moveDirectory(work, held, 'x');
      expect(namesIn(held.path)).toEqual(['x', 'x/manifest.json']);
    });

    test('and a journal that cannot be removed is named', () => {
      writeNewFile(work, 'journal.ndjson', '');
      failingCall('rmSync', new Error('busy'));
      expect(() => moveDirectory(work, held, 'x')).toThrow(
        `${held.path}/x is complete, but its journal.ndjson cannot be removed: busy`,
      );
    });

    test('but never over something', () => {
      mkdirSync(join(held.path, 'x'));
      expect(() => moveDirectory(work, held, 'x')).toThrow(expect.objectContaining({ code: 'EEXIST' }));
      expect(namesIn(join(held.path, 'x'))).toEqual([]);
      expect(existsSync(work.path)).toBe(true);
    });

    test('but not if another directory has taken its place', () => {
      renameSync(work.path, `${work.path}-moved`);
      mkdirSync(work.path);
      expect(() => moveDirectory(work, held, 'x')).toThrow(
        expect.objectContaining({
          code: 'SINK',
          subject: work.path,
          message: `${work.path} was replaced by something else while it was in use`,
        }),
      );
      expect(existsSync(join(held.path, 'x'))).toBe(false);
      expect(existsSync(work.path)).toBe(true);
      rmSync(`${work.path}-moved`, { recursive: true });
    });
  });

  describe('a work directory fills an empty directory', () => {
    let folder: HeldDirectory;
    beforeEach(() => {
      mkdirSync(join(held.path, 'mine'));
      folder = holdDirectory(join(held.path, 'mine'));
      for (const name of ['a', 'journal.ndjson', 'manifest.json', 'z']) writeNewFile(work, name, name);
    });
    afterEach(() => folder.close());

    test('without its journal, and is gone', () => {
      moveChildren(work, folder);
      expect(namesIn(held.path)).toEqual(['mine', 'mine/a', 'mine/manifest.json', 'mine/z']);
    });

    test('with the manifest last, and everything goes back if that fails', () => {
      mkdirSync(join(folder.path, 'manifest.json'));
      expect(() => moveChildren(work, folder)).toThrow(expect.objectContaining({ code: 'EISDIR' }));
      expect(namesIn(folder.path)).toEqual(['manifest.json']);
      expect(namesIn(work.path)).toEqual(['a', 'journal.ndjson', 'manifest.json', 'z']);
    });

    test('and leaves another directory alone that has taken its place', () => {
      renameSync(work.path, `${work.path}-moved`);
      mkdirSync(work.path);
      moveChildren(work, folder);
      expect(existsSync(work.path)).toBe(true);
      expect(namesIn(`${work.path}-moved`)).toEqual([]);
    });

    test('and is named if it cannot be removed', () => {
      failingCall('rmdirSync', new Error('busy'));
      expect(() => moveChildren(work, folder)).toThrow(
        `${folder.path} is complete, but ${work.path} cannot be removed: busy`,
      );
    });
  });

  const place = { find: (name: string) => `/out/${name}` } as OutputPlace;
  const failing = (code: string) => Object.assign(new Error(code), { code });

  test.each([
    ['host.tar.gz', ['host.tar.gz', 'host~2.tar.gz', 'host~3.tar.gz']],
    ['host', ['host', 'host~2', 'host~3']],
  ])('%s is taken, or the first free name beside it', (name, names) => {
    const taken: string[] = [];
    for (const _ of names)
      takeFreeName(place, name, (free) => {
        if (taken.includes(free)) throw failing('EEXIST');
        taken.push(free);
      });
    expect(taken).toEqual(names);
    expect(takeFreeName(place, 'other', () => {})).toBe('/out/other');
  });

  test('any other problem ends the search', () => {
    const attempt = () => {
      throw failing('EACCES');
    };
    expect(() => takeFreeName(place, 'a', attempt)).toThrow('EACCES');
  });
});

describe('NDJSON', () => {
  afterEach(() => {
    vi.doUnmock('./patience.js');
  });

  test('a file that is given up is closed once the line that is being written is there, and gets no other', async () => {
    const did: string[] = [];
    vi.resetModules();
    vi.doMock('./patience.js', () => ({
      lineOutput: () => ({
        async write(text: string) {
          await setTimeout(10);
          did.push(JSON.parse(text).type);
        },
        endLine: async () => void did.push('end'),
        close: async () => void did.push('close'),
      }),
    }));
    const { ndjsonTo } = await import('./ndjson-format.js');
    const file = { path: '/out', top: 'out', move: () => '/out' };
    const format = ndjsonTo({} as Workshop, { fd: 99, name: '/out', file });
    format.begin(startOf([]));
    // The line has begun.
    await Promise.resolve();
    const later = format.write(outcomeOf(planned('a'), []), undefined);
    await Promise.all([format.abort(), expect(later).rejects.toThrow('the archive was discarded')]);
    await format.abort();
    expect(did).toEqual(['run', 'end', 'close']);
  });
});

describe('a tar.gz', () => {
  test('a stream without space says why, and how much of its content waits', async () => {
    const path = join(temporaryDirectory(), 'x');
    writeFileSync(path, Buffer.alloc(1_000_000, 'content'));
    const stream = tarGzStream(openSync('/dev/full', 'w'), 0);
    for (const name of ['a', 'b']) stream.append({ name, size: 1_000_000, path, offset: 0, zeros: [] });
    expect(stream.waiting()).toBe(2_000_000);
    await expect(stream.end()).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(stream.failure()).toMatchObject({ code: 'ENOSPC' });
    expect(stream.waiting()).toBe(2_000_000);
    stream.append({ name: 'c', bytes: Buffer.from('more') });
    expect(stream.waiting()).toBe(2_000_000);
    await stream.abort();
  });

  test('content that lost bytes since it was stored is an error that names it', async () => {
    const directory = temporaryDirectory();
    for (const size of [10, 100_000]) {
      const path = join(directory, `${size}`);
      writeFileSync(path, Buffer.alloc(size - 7, 'x'));
      const stream = tarGzStream(openSync(join(directory, 'out'), 'w'), 6);
      stream.append({ name: 'a', size, path, offset: 0, zeros: [] });
      await expect(stream.end()).rejects.toThrow(`${path} lost 7 bytes after it was stored`);
      await stream.abort();
    }
  });
});
