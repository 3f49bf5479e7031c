import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openedBelow, temporaryDirectory } from '../../../../tools/test/folder.js';
import { randomContent } from '../../../../tools/test/seed.js';
import { gzipFile, gzipTo } from './gzip-file.js';

/** An output in memory, that fails once it has taken so many pieces. */
function outputOf(most = Number.POSITIVE_INFINITY) {
  const pieces: Buffer[] = [];
  let closed = 0;
  return {
    target: {
      async write(bytes: Uint8Array) {
        if (pieces.length >= most) throw new Error('no space');
        pieces.push(Buffer.from(bytes));
      },
      async close() {
        closed++;
      },
    },
    content: () => gunzipSync(Buffer.concat(pieces)),
    closed: () => closed,
  };
}

/** The bytes of a batch. */
const batch = gzipTo(outputOf().target, 1).room();

/** Bytes that do not get shorter. */
const noise = (length: number): Buffer =>
  Buffer.from(Uint8Array.from({ length }, (_, at) => Math.imul(at, 2654435761) >>> 21));

test.each([0, 1, batch - 1, batch, batch + 1, 3 * batch + 5])('%i bytes are as before', async (length) => {
  const { target, content, closed } = outputOf();
  const file = gzipTo(target, 6);
  const bytes = noise(length);
  await file.write(bytes.subarray(0, 7));
  await file.write(bytes.subarray(7));
  await file.end();
  expect(content().equals(bytes)).toBe(true);
  expect(closed()).toBe(1);
});

test('bytes can be put into the batch itself', async () => {
  const { target, content } = outputOf();
  const file = gzipTo(target, 6);
  expect([file.isDue(), file.room()]).toEqual([false, batch]);
  file.filled(file.free().write('one'));
  await file.write(Buffer.from('two'));
  expect([file.isDue(), file.room()]).toEqual([false, batch - 6]);
  await file.flush();
  expect(file.room()).toBe(batch);
  // The next batch does not overwrite one that is being compressed.
  file.filled(file.free().write('three'));
  await file.end();
  expect(content().toString()).toBe('onetwothree');
});

test('many files at once have smaller batches, and hold what they are given', async () => {
  const files = Array.from({ length: 40 }, () => {
    const output = outputOf();
    return { output, file: gzipTo(output.target, 6) };
  });
  // Each takes a batch, the first ones those that other files gave back.
  const rooms = files.map(({ file }) => file.room());
  expect(rooms.at(-1)).toBeLessThan(batch);
  const bytes = noise(2 * batch + 5);
  for (const { file } of files) {
    await file.write(bytes);
    await file.end();
  }
  for (const { output } of files) expect(output.content().equals(bytes)).toBe(true);
});

test('a batch is due when it is half full', async () => {
  const { target } = outputOf();
  const file = gzipTo(target, 6);
  await file.write(noise(file.room() / 2 - 1));
  expect(file.isDue()).toBe(false);
  await file.write(noise(1));
  expect(file.isDue()).toBe(true);
  await file.abort();
});

test('an error of the output is thrown, at the latest at the end', async () => {
  const { target } = outputOf(0);
  const file = gzipTo(target, 0);
  const writing = (async () => {
    for (let count = 0; count < 20; count++) await file.write(noise(batch));
    await file.end();
  })();
  await expect(writing).rejects.toThrow('no space');
  await file.abort();
});

test('a file that is given up is closed once, and takes nothing more', async () => {
  const { target, closed } = outputOf();
  const file = gzipTo(target, 6);
  await file.write(noise(batch + 1));
  await file.abort();
  await file.abort();
  expect(closed()).toBe(1);
  await file.write(noise(10));
  await expect(file.end()).rejects.toThrow();
});

test('it takes over an open file', async () => {
  const path = join(temporaryDirectory(), 'x.gz');
  const fd = openSync(path, 'w');
  const file = gzipFile(fd, 9);
  await file.write(Buffer.from('content'));
  await file.end();
  expect(gunzipSync(readFileSync(path)).toString()).toBe('content');
  expect(openedBelow(path)).toEqual([]);
});

/** An output that takes some milliseconds for each piece. */
const slowOutput = (delay = 0) => {
  const pieces: Buffer[] = [];
  return {
    pieces,
    async write(bytes: Uint8Array) {
      await new Promise((resolve) => setTimeout(resolve, delay));
      pieces.push(Buffer.from(bytes));
    },
    async close() {},
  };
};

test('files that share batches do not share content, even after one was given up', async () => {
  const [slow, fast] = [slowOutput(2), slowOutput()];
  const files = [gzipTo(slow, 1), gzipTo(fast, 1)] as const;
  const line = (name: string, number: number) => `${name} ${number} ${'x'.repeat(50 + (number % 50))}\n`;
  const lines = [...Array(9000).keys()];
  const given = slowOutput();
  const givenUp = gzipTo(given, 1);
  await givenUp.write(Buffer.alloc(500_000, 'given up'));
  const aborting = givenUp.abort();
  await Promise.all(
    files.map(async (file, index) => {
      for (const number of lines) await file.write(Buffer.from(line(`file ${index}`, number)));
      await file.end();
    }),
  );
  await aborting;
  for (const [index, { pieces }] of [slow, fast].entries())
    expect(gunzipSync(Buffer.concat(pieces)).toString()).toBe(
      lines.map((number) => line(`file ${index}`, number)).join(''),
    );
});

test('an output that fails at the end is an error, even if it then takes more', async () => {
  const { target } = outputOf();
  let writes = 0;
  const write = async (bytes: Uint8Array): Promise<void> => {
    if (writes++ === 0) throw new Error('no space');
    await target.write(bytes);
  };
  const file = gzipTo({ ...target, write }, 6);
  await file.write(Buffer.from('a'));
  await expect(file.end()).rejects.toThrow('no space');
  await file.abort();
});

test('the bytes are the same however many batches are compressed at once', async () => {
  const bytes = noise(5 * batch + 5);
  const files = [];
  for (const atOnce of [1, 3]) {
    const { pieces, ...target } = slowOutput();
    const file = gzipTo(target, 6, atOnce);
    await file.write(bytes);
    await file.end();
    files.push(Buffer.concat(pieces));
  }
  const [one, three] = files;
  expect(gunzipSync(three ?? '').equals(bytes)).toBe(true);
  expect(three?.equals(one ?? Buffer.of())).toBe(true);
});

test('no more batches than asked for are compressed or wait for the output', async () => {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const file = gzipTo({ write: () => released, close: async () => {} }, 1, 3);
  let taken = 0;
  const writing = (async () => {
    for (; taken < 8; taken++) {
      file.filled(file.free().write('content'));
      await file.flush();
    }
    await file.end();
  })();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(taken).toBe(3);
  release();
  await writing;
});

test('a batch refers to the one before it', async () => {
  const { pieces, ...target } = slowOutput();
  const file = gzipTo(target, 9);
  const page = randomContent(16 * 1024);
  for (let count = 0; count < 64; count++) await file.write(page);
  await file.end();
  expect(Buffer.concat(pieces).length).toBeLessThan(2 * page.length);
});
