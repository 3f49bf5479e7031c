import { openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { tarGzStream } from './tar-gz-format.js';

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
