import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { directoryReader } from './directory.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hostspec-directory-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

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
