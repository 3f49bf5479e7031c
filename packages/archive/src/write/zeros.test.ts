import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { mostZeros, zeroBytes } from '@hostspec/host-kit';
import type { Item, Sink } from '@hostspec/spec';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { randomNumbers } from '../../../../tools/test/seed.js';
import { directorySink, ndjsonSink, openArchive, tarGzSink, verifyArchive } from '../index.js';
import { openNow, outcomeOf, planned, reportOf, startOf } from '../testing/run.js';
import { gzipFile } from './gzip-file.js';

const MiB = mostZeros;

function textOf(random: (below: number) => number, length: number): Buffer {
  const words = Array.from({ length: 50 }, () => `word${random(1000)} `);
  // Each has five bytes at least.
  const drawn = Array.from({ length: Math.ceil(length / 5) }, () => words[random(50)]);
  return Buffer.from(drawn.join('')).subarray(0, length);
}

test('a gzip file is the same bytes, whichever of them are written as a number of zeros', async () => {
  const random = randomNumbers();
  const lengths = [0, 1, 5000, MiB - 1, MiB, MiB + 1, 5 * MiB, 130 * MiB];
  for (let round = 0; round < 8; round++) {
    const path = join(temporaryDirectory(), 'out.gz');
    const fd = openSync(path, 'wx');
    const gzip = gzipFile(fd, 6);
    const hash = createHash('sha256');
    let bytes = 0;
    for (let part = random(7); part > 0; part--) {
      const zeros = random(2) === 0 ? (lengths[random(round === 0 ? 8 : 7)] as number) : 0;
      const text = zeros === 0 ? textOf(random, random(700_000)) : Buffer.alloc(zeros);
      if (zeros > 0) await gzip.zeros(zeros);
      else await gzip.write(text);
      hash.update(text);
      bytes += text.length;
    }
    await gzip.end();
    const wanted = `${hash.digest('hex')}  -\n`;
    const said = `round ${round}`;
    expect(execFileSync('sh', ['-c', 'gzip -dc "$0" | sha256sum', path]).toString(), said).toBe(wanted);
    const unpacked = gunzipSync(readFileSync(path));
    expect([unpacked.length, `${createHash('sha256').update(unpacked).digest('hex')}  -\n`], said).toEqual([
      bytes,
      wanted,
    ]);
  }
}, 60_000);

test('many zeros take little space', async () => {
  const path = join(temporaryDirectory(), 'out.gz');
  const gzip = gzipFile(openSync(path, 'wx'), 6);
  await gzip.write(Buffer.from('before'));
  await gzip.zeros(200 * MiB);
  await gzip.write(Buffer.from('after'));
  await gzip.end();
  expect(statSync(path).size).toBeLessThan(0.22 * MiB);
  execFileSync('gzip', ['-t', path]);
}, 60_000);

/** Pieces with zeros at the start, in between and at the end. */
const contents: Readonly<Record<string, readonly Uint8Array[]>> = {
  '/log/only': Array<Uint8Array>(3).fill(zeroBytes(MiB)),
  '/log/odd': [
    zeroBytes(1000),
    Buffer.from('one\n'),
    zeroBytes(MiB),
    zeroBytes(77_777),
    Buffer.from('two\n'),
  ],
  '/log/end': [Buffer.alloc(70_000, 'x'), zeroBytes(MiB), zeroBytes(MiB), zeroBytes(3)],
  '/log/short': [Buffer.from('short'), zeroBytes(128 * 1024), Buffer.from('\0\0')],
  '/log/small': [zeroBytes(10)],
};

/** Keeps the contents in a run, as the engine does; returns the archive's path and the items. */
async function collected(sink: Sink): Promise<{ path: string; items: Item[] }> {
  const spec = planned('logs', { type: 'glob_file' });
  const start = startOf([spec]);
  sink.begin(start);
  const items = Object.entries(contents).map(([name, pieces]) => {
    const source = { kind: 'file', path: name } as const;
    const opened = openNow(sink, { spec: 'logs', source });
    for (const piece of pieces) void opened.write(piece);
    const whole = Buffer.concat(pieces);
    const sha256 = createHash('sha256').update(whole).digest('hex');
    const item: Item = { path: opened.path, source, bytes: whole.length, sha256, duration: 0 };
    void sink.keep(opened, item);
    return item;
  });
  await sink.write(outcomeOf(spec, items));
  return { path: await sink.finish(reportOf(start)), items };
}

const sinks: Readonly<Record<string, (path: string) => Sink>> = {
  directory: (path) => directorySink({ path }),
  'tar.gz': (path) => tarGzSink({ path: `${path}.tar.gz` }),
  ndjson: (path) => ndjsonSink({ path: `${path}.ndjson` }),
};

test.each(Object.entries(sinks))('an archive has the zeros of its contents: %s', async (_, sinkFor) => {
  const { path, items } = await collected(sinkFor(join(temporaryDirectory(), 'archive')));
  expect(await verifyArchive(path)).toEqual([]);
  const archive = await openArchive(path);
  for (const { path: name, source } of items) {
    const pieces = contents[source.kind === 'file' ? source.path : ''] ?? [];
    const stored = await archive.files.get(name)?.read();
    expect(Buffer.concat(pieces).equals(stored ?? Buffer.of()), name).toBe(true);
  }
  await archive.close();
});

test('in a directory, zeros are holes where the file system has holes', async () => {
  const folder = temporaryDirectory();
  const fd = openSync(join(folder, 'sparse'), 'wx');
  closeSync(fd);
  execFileSync('truncate', ['-s', '1M', join(folder, 'sparse')]);
  const hasHoles = statSync(join(folder, 'sparse')).blocks === 0;
  const { path, items } = await collected(directorySink({ path: join(folder, 'archive') }));
  const only = items.find(({ bytes }) => bytes === 3 * MiB);
  const { size, blocks } = statSync(join(path, 'data', only?.path ?? ''));
  expect(size).toBe(3 * MiB);
  if (hasHoles) expect(blocks * 512).toBeLessThan(MiB);
});

test('tar of the system unpacks a tar.gz with runs of zeros', async () => {
  const folder = temporaryDirectory();
  const { path, items } = await collected(tarGzSink({ path: join(folder, 'archive.tar.gz') }));
  execFileSync('tar', ['xzf', path, '-C', folder]);
  for (const { path: name, sha256 } of items) {
    const bytes = readFileSync(join(folder, 'archive/data', name));
    expect(createHash('sha256').update(bytes).digest('hex'), name).toBe(sha256);
  }
});
