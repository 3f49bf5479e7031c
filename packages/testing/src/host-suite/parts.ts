import type { CollectingHost, Cut } from '@hostspec/spec';
import { expect } from 'vitest';
import { manyLines } from './small-host.js';
import { type HostUnderTest, taken } from './under-test.js';

/** Makes the function that returns the content of a file, or of a part of it, and how it was cut. */
export function giver({ at, host }: Pick<HostUnderTest, 'at' | 'host'>) {
  return async (
    path: string,
    options: Parameters<CollectingHost['readInto']>[2] = {},
  ): Promise<{ content: string; cut: Cut | undefined }> => {
    let cut: Cut | undefined;
    const content = await taken(async (take) => {
      cut = await host().readInto(at(path), take, options);
    });
    return { content, cut };
  };
}

/** Parts of files, as logs are read. */
export function partTests({ at, has, host }: HostUnderTest): void {
  const give = giver({ at, host });

  has('collecting')('a part of a file, however large the file is', async () => {
    for (const [from, to] of [
      [0, 4],
      [4, 8],
      [3, undefined],
      [8, 100],
      [14, undefined],
      [100, 200],
    ] as const)
      expect([from, to, await give('/text/lines', { part: { from, to } })]).toEqual([
        from,
        to,
        { content: 'one\ntwo\nthree\n'.slice(from, to), cut: undefined },
      ]);
    for (const [from, to] of [
      [0, 300_000],
      [131_000, 140_000],
      [200_001, undefined],
    ] as const) {
      const { content, cut } = await give('/text/many', { part: { from, to } });
      expect([content === manyLines.slice(from, to), cut]).toEqual([true, undefined]);
    }
  });

  has('collecting', 'the end of a file')('a part that is too large gives its last whole lines', async () => {
    const { content, cut } = await give('/text/lines', { part: { from: 0, to: 8 }, maxBytes: 5 });
    expect({ content, cut }).toEqual({
      content: 'two\n',
      cut: { reason: 'the last 4 of 8 bytes', originalBytes: 8 },
    });
    const many = await give('/text/many', { part: { from: 100, to: 400_000 }, maxBytes: 300_000 });
    const part = manyLines.slice(100, 400_000);
    expect([part.endsWith(`\n${many.content}`), many.cut?.originalBytes]).toEqual([true, part.length]);
    expect(300_000 - many.content.length).toBeLessThan(30);
  });
}
