import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { directoryReader } from './directory.js';

let folder = '';
beforeEach(() => {
  folder = temporaryDirectory();
});

/** A reader that is given directories as texts or as bytes, as the root of the host decides. */
const readers = [
  ['a text', (path: string) => path],
  ['bytes', (path: string) => Buffer.from(path)],
] as const;
const readerOf = (at: (path: string) => string | Buffer) => {
  const directory = vi.fn((path: string, use: (at: string | Buffer) => unknown) => use(at(path)));
  return { reader: directoryReader({ directory: directory as never }), directory };
};

const found = async (reader: ReturnType<typeof directoryReader>, want = (_: string) => true) => {
  const names: string[] = [];
  const enough = () => Promise.resolve(false);
  await reader.scan(folder, want, ({ name }) => void names.push(name), enough);
  return names.sort();
};

describe.each(readers)('a directory by %s', (_, at) => {
  test('has all its names, those that are not UTF-8 too', async () => {
    for (const name of ['b', 'a', '\ufffd']) writeFileSync(join(folder, name), '');
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from('78ff', 'hex')]), '');
    const all = ['a', 'b', 'x\udcff', '\ufffd'];
    expect(readerOf(at).reader.names(folder).sort()).toEqual(all);
    const { reader } = readerOf(at);
    expect(await found(reader)).toEqual(all);
    expect(await found(reader, (name) => name > 'a')).toEqual(all.slice(1));
  });

  test('says what its entries are', async () => {
    mkdirSync(join(folder, 'directory'));
    symlinkSync('nowhere', join(folder, 'link'));
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0xff])]), '');
    const kinds: Record<string, unknown> = {};
    await readerOf(at).reader.scan(
      folder,
      () => true,
      (entry) => {
        kinds[entry.name] = [entry.isDirectory(), entry.isSymbolicLink(), entry.isFile()];
      },
      () => Promise.resolve(false),
    );
    expect(kinds).toEqual({
      directory: [true, false, false],
      link: [false, true, false],
      '\udcff': [false, false, true],
    });
  });

  test('says when its names were modified, links themselves, if they may be touched', () => {
    for (const name of ['a', 'b']) {
      writeFileSync(join(folder, name), '');
      utimesSync(join(folder, name), 5, 7);
    }
    symlinkSync('a', join(folder, 'link'));
    const { reader } = readerOf(at);
    const names = ['a', 'b', 'gone', 'link'];
    const [a, b, gone, link] = reader.modified(folder, names, (name) => name !== 'b');
    expect([a, b, gone]).toEqual([7000, undefined, undefined]);
    expect(link).toBeGreaterThan(7000);
  });
});

test('a small directory is read once, however often it is searched', async () => {
  writeFileSync(join(folder, 'a'), '');
  const { reader, directory } = readerOf((path) => path);
  expect(await found(reader)).toEqual(['a']);
  writeFileSync(join(folder, 'b'), '');
  expect(await found(reader)).toEqual(['a']);
  expect(reader.names(folder)).toEqual(['a']);
  expect(directory).toHaveBeenCalledTimes(1);
});

test('a directory that is not there is an error of the system', async () => {
  const { reader } = readerOf((path) => path);
  expect(() => reader.names(join(folder, 'none'))).toThrow(expect.objectContaining({ code: 'ENOENT' }));
});

describe('a large directory', () => {
  afterEach(() => vi.doUnmock('node:fs'));

  const readerWith = async (change: (fs: typeof import('node:fs')) => object) => {
    vi.resetModules();
    vi.doMock('node:fs', async (original) => {
      const fs = await original<typeof import('node:fs')>();
      return { ...fs, ...change(fs) };
    });
    const { directoryReader: made } = await import('./directory.js');
    const directory = (path: string, use: (at: string) => unknown): unknown => use(path);
    return made({ directory: directory as never });
  };
  const closed = vi.fn();
  const large = (fs: typeof import('node:fs'), size: number, error?: Error) => ({
    statSync: () => ({ size }),
    opendirSync(path: string, options: object) {
      const opened = fs.opendirSync(path, options as { encoding: 'utf8' });
      let left = 500;
      return {
        readSync() {
          if (error && left-- === 0) throw error;
          return opened.readSync();
        },
        closeSync() {
          closed();
          opened.closeSync();
        },
      };
    },
  });
  const largest = 512 * 1024;

  test('is read name by name, and not kept', async () => {
    for (const name of ['a', 'b']) writeFileSync(join(folder, name), '');
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from('78ff', 'hex')]), '');
    closed.mockClear();
    const kept = await readerWith((fs) => large(fs, largest));
    expect([await found(kept), closed.mock.calls.length]).toEqual([['a', 'b', 'x\udcff'], 0]);
    const reader = await readerWith((fs) => large(fs, largest + 1));
    expect(await found(reader)).toEqual(['a', 'b', 'x\udcff']);
    writeFileSync(join(folder, 'c'), '');
    expect(await found(reader, (name) => name < 'x')).toEqual(['a', 'b', 'c']);
    expect(closed).toHaveBeenCalledTimes(2);
  });

  test('is left when there is enough, after every 256 names', async () => {
    for (let index = 0; index < 600; index++) writeFileSync(join(folder, String(index)), '');
    const reader = await readerWith((fs) => large(fs, largest + 1));
    closed.mockClear();
    const seen: number[] = [];
    let names = 0;
    const look = (times: number) =>
      reader.scan(
        folder,
        () => true,
        () => void names++,
        async () => seen.push(names) === times,
      );
    await look(2);
    expect([seen, names]).toEqual([[256, 512], 512]);
    await look(9);
    expect(names).toBe(512 + 600);
    expect(closed).toHaveBeenCalledTimes(2);
  });

  test('of which not all names can be read says so', async () => {
    for (let index = 0; index < 600; index++) writeFileSync(join(folder, String(index)), '');
    closed.mockClear();
    const reader = await readerWith((fs) => large(fs, largest + 1, new Error('EIO: i/o error')));
    await expect(found(reader)).rejects.toMatchObject({
      problem: 'failed',
      message: `${folder}: not all of its names could be read: EIO: i/o error`,
    });
    expect(closed).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['ä', 2],
    ['x', 1],
  ])('has names of 16 MiB at most: of %s', async (letter, width) => {
    const name = letter.repeat(256 / width);
    const many = (count: number) => () => ({
      opendirSync: () => ({
        readSync: () => (count-- > 0 ? { name } : null),
        closeSync: closed,
      }),
    });
    closed.mockClear();
    const most = 64 * 1024;
    expect((await readerWith(many(most))).names(folder)).toHaveLength(most);
    const beyond = await readerWith(many(most + 1));
    expect(() => beyond.names(folder)).toThrow(
      expect.objectContaining({
        problem: 'failed',
        message: `${folder}: its names have more than 16777216 bytes`,
      }),
    );
    expect(closed).toHaveBeenCalledTimes(2);
  });
});

test('no more than 100,000 names are kept', async () => {
  const entries = Array.from({ length: 60_000 }, (_, index) => ({ name: String(index) }));
  vi.resetModules();
  vi.doMock('node:fs', async (original) => ({
    ...(await original<object>()),
    statSync: () => ({ size: 1 }),
    readdirSync: (path: string) => (path === '/small' ? [{ name: 'a' }] : entries),
  }));
  const { directoryReader: made } = await import('./directory.js');
  vi.doUnmock('node:fs');
  const directory = vi.fn((path: string, use: (at: string) => unknown) => use(path));
  const reader = made({ directory: directory as never });
  const scan = (path: string) =>
    reader.scan(
      path,
      () => false,
      () => {},
      async () => false,
    );
  for (const path of ['/1', '/1', '/2', '/2', '/small', '/small']) await scan(path);
  expect(directory.mock.calls.map(([path]) => path)).toEqual(['/1', '/2', '/2', '/small']);
});
