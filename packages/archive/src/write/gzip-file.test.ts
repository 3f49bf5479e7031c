import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { gzipTo } from './gzip-file.js';

const output = (delay = 0) => {
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
  const [slow, fast] = [output(2), output()];
  const files = [gzipTo(slow, 1), gzipTo(fast, 1)] as const;
  const line = (name: string, number: number) => `${name} ${number} ${'x'.repeat(50 + (number % 50))}\n`;
  const lines = [...Array(9000).keys()];
  const given = output();
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
