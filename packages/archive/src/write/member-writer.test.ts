import { lstatSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { holdDirectory } from '@hostspec/files/output';
import { extract } from 'tar-stream';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { createWorkDirectory } from '../work-directory.js';
import { directoryWriter, tarWriter } from './member-writer.js';

type Written = Parameters<ReturnType<typeof tarWriter>['other']>[0];

test('a tar has its members with their content, and ends with two empty blocks', async () => {
  const pieces: Buffer[] = [];
  const writer = tarWriter({ write: async (bytes) => void pieces.push(Buffer.from(bytes)) });
  const member = (path: string, type: string): Written =>
    ({
      path,
      type,
      target: type === 'symlink' ? '/etc/a' : '',
      mode: 0o640,
      modified: new Date(5000),
      owner: { uid: 1, gid: 2, user: 'one', group: 'two' },
    }) as unknown as Written;
  async function* content() {
    yield Buffer.from('one');
    yield Buffer.from('two');
  }
  await writer.other(member('d', 'directory'));
  await writer.file(member('d/a', 'file'), 6, content());
  await writer.other(member('d/l', 'symlink'));
  await writer.end();
  const tar = Buffer.concat(pieces);
  expect(tar.length % 512).toBe(0);
  expect(tar.subarray(-1024).every((byte) => byte === 0)).toBe(true);
  expect(tar.subarray(-1536, -1024).some((byte) => byte !== 0)).toBe(true);
  const found: unknown[] = [];
  for await (const entry of Readable.from([tar]).pipe(extract()))
    found.push([entry.header.name, entry.header.type, (await buffer(entry)).toString()]);
  expect(found).toEqual([
    ['d/', 'directory', ''],
    ['d/a', 'file', 'onetwo'],
    ['d/l', 'symlink', ''],
  ]);
});

const member = (path: string, type: string, target = '') =>
  ({ path, type, target, modified: new Date(5000) }) as unknown as Written;

async function* content(...pieces: readonly string[]) {
  for (const piece of pieces) yield Buffer.from(piece);
}

const made = () => {
  const parent = holdDirectory(temporaryDirectory());
  const work = createWorkDirectory(parent, 'out');
  return { writer: directoryWriter(work), at: (path: string) => join(work.path, path) };
};

test('files are the owner’s alone, with their times, and so are directories', async () => {
  const { writer, at } = made();
  await writer.other(member('empty', 'directory'));
  await writer.file(member('a/b', 'file'), 6, content('one', 'two'));
  await writer.end();
  expect(readFileSync(at('a/b'), 'utf8')).toBe('onetwo');
  expect([statSync(at('a/b')).mode & 0o777, statSync(at('a/b')).mtimeMs]).toEqual([0o600, 5000]);
  for (const name of ['a', 'empty']) expect(statSync(at(name)).mode & 0o777).toBe(0o700);
});

test('links are made last', async () => {
  const { writer, at } = made();
  await writer.other(member('link', 'symlink', '/etc/a'));
  expect(lstatSync(at('link'), { throwIfNoEntry: false })).toBeUndefined();
  await writer.end();
  expect(readlinkSync(at('link'))).toBe('/etc/a');
});

test('a name that is not UTF-8 has its bytes in it, and only such a name is changed', async () => {
  const { writer, at } = made();
  await writer.file(member('a%41/\udcff', 'file'), 1, content('x'));
  await writer.file(member('b%41', 'file'), 1, content('x'));
  await writer.other(member('\udcfe', 'directory'));
  await writer.other(member('l\udcfd', 'symlink', 'x'));
  await writer.end();
  expect(readdirSync(at('.')).sort()).toEqual(['%FE', 'a%2541', 'b%41', 'l%FD']);
  expect(readdirSync(at('a%2541'))).toEqual(['%FF']);
});
