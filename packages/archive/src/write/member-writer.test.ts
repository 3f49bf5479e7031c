import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { extract } from 'tar-stream';
import { expect, test } from 'vitest';
import { tarWriter } from './member-writer.js';

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
