import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorWords } from '@hostspec/files';
import { holdDirectory } from '@hostspec/files/output';
import { expect, test } from 'vitest';
import { tarGzSink } from './index.js';
import { sinkError } from './sink-error.js';
import { file, keepPiece, planned, startOf, temporaryDirectory } from './testing/run.js';
import { createWorkDirectory } from './work-directory.js';
import { packedStore } from './write/stores.js';

test('a content file is not created through a link in its place', () => {
  const directory = temporaryDirectory();
  const canary = join(directory, 'canary');
  writeFileSync(canary, 'untouched');
  const sink = tarGzSink({ path: join(directory, 'x.tar.gz') });
  sink.begin(startOf([planned('a')]));
  keepPiece(sink, 'a', file('/first', 'small content goes to the pack'));
  const [work = ''] = readdirSync(directory).filter((name) => name.endsWith('.partial'));
  symlinkSync(canary, join(directory, work, 'content/0'));
  expect(() => keepPiece(sink, 'a', file('/second', 'evil'.repeat(20_000)))).toThrow('cannot write');
  expect(readFileSync(canary, 'utf8')).toBe('untouched');
});

test('only the owner can read files of a work directory, whatever the umask', () => {
  const parent = holdDirectory(temporaryDirectory());
  const mask = process.umask(0);
  try {
    const work = createWorkDirectory(parent, 'x');
    packedStore(work).open('a').write(Buffer.alloc(100_000));
    work.create('data/a/b');
    for (const [name, mode] of [
      ['.', '700'],
      ['content', '700'],
      ['content/0', '600'],
      ['data/a', '700'],
      ['data/a/b', '600'],
    ] as const)
      expect([name, (statSync(work.file(name)).mode & 0o7777).toString(8)]).toEqual([name, mode]);
    work.destroy();
  } finally {
    process.umask(mask);
    parent.close();
  }
});

test.each([
  [-122, 'UNKNOWN', 'NO_SPACE', 'disk quota exceeded'],
  [-27, 'EFBIG', 'NO_SPACE', 'the maximum file size is reached'],
  [-28, 'ENOSPC', 'NO_SPACE', 'no space left on device'],
  [-117, 'UNKNOWN', 'SINK', 'the file system is damaged'],
  [-5, 'EIO', 'SINK', 'i/o error'],
])('the system error %d is recognised', (errno, code, expected, words) => {
  const error = Object.assign(new Error(`${code}: ${words}, write`), { errno, code, syscall: 'write' });
  expect([sinkError(error, '/tmp/x', 7).code, errorWords(error)]).toEqual([expected, words]);
});
