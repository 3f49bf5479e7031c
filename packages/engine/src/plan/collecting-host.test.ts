import { type CollectingHost, type Host, hostError, isHostError, maxReadBytes } from '@hostspec/spec';
import { describe, expect, test } from 'vitest';
import { collectingHost } from './collecting-host.js';

const content = Buffer.from('content');
const plain: Host = {
  executes: true,
  readFile: async () => content,
  stat: async (path) => (path === '/gone' ? undefined : { kind: 'file', size: 7, modified: 3 }),
  list: async () => [],
  glob: async () => ({ paths: [], notEntered: [] }),
  run: async () => ({ rc: 3, output: content }),
  which: async () => undefined,
};

const taken = () => {
  const pieces: string[] = [];
  const take = (piece: Uint8Array): void => void pieces.push(Buffer.from(piece).toString());
  return { take, text: () => pieces.join('') };
};

const problemOf = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return isHostError(error) ? [error.problem, error.message] : error;
};

describe('a host that gives content in memory', () => {
  test('gives files and outputs whole, or up to the lower limit', async () => {
    const host = collectingHost(plain, 6);
    for (const [maxBytes, text] of [
      [undefined, 'conten'],
      [9, 'conten'],
      [3, 'con'],
    ] as const) {
      const cut = { reason: `the first ${text.length} of 7 bytes`, originalBytes: 7 };
      const [file, output] = [taken(), taken()];
      expect(await host.readInto('/a', file.take, { maxBytes })).toEqual(cut);
      expect(await host.runInto(['/a'], output.take, { maxBytes })).toStrictEqual({ rc: 3, cut });
      expect([file.text(), output.text()]).toEqual([text, text]);
    }
    const [file, output] = [taken(), taken()];
    expect(await collectingHost(plain).readInto('/a', file.take)).toBeUndefined();
    expect(await collectingHost(plain).runInto(['/a'], output.take)).toStrictEqual({ rc: 3 });
    expect([file.text(), output.text()]).toEqual(['content', 'content']);
  });

  test('says how a command ended', async () => {
    const end = { problem: 'denied', reason: 'no rights' } as const;
    const run = async () => ({ rc: undefined, output: new Uint8Array(), ...end });
    expect(await collectingHost({ ...plain, run }).runInto(['/a'], taken().take)).toStrictEqual(end);
  });

  test('says that more was not read, with the size of the file', async () => {
    const most = async () => Buffer.alloc(maxReadBytes);
    const stat = async () => ({ kind: 'file', size: maxReadBytes + 5, modified: 0 }) as const;
    const run = async () => ({ rc: 0, output: await most() });
    const host = collectingHost({ ...plain, readFile: most, stat, run });
    const limit = `the first ${maxReadBytes} of ${maxReadBytes + 5} bytes: the limit of this host is reached`;
    expect(await host.readInto('/a', () => {})).toEqual({ reason: limit, originalBytes: maxReadBytes + 5 });
    expect(await host.readInto('/a', () => {}, { maxBytes: 2 })).toMatchObject({
      reason: expect.stringMatching(/^the first 2 of /),
    });
    expect((await host.runInto(['/a'], () => {})).cut).toStrictEqual({
      reason: `the first ${maxReadBytes} bytes: the limit of this host is reached`,
    });
    const sized = (size: number | undefined, bytes = maxReadBytes) =>
      collectingHost({
        ...plain,
        readFile: async () => Buffer.alloc(bytes),
        stat: async () => (size === undefined ? undefined : { kind: 'file', size, modified: 0 }),
      }).readInto('/a', () => {});
    expect(await sized(undefined)).toEqual({
      reason: `the first ${maxReadBytes} bytes: the limit of this host is reached`,
    });
    expect(await sized(maxReadBytes)).toBeUndefined();
    // A file in /sys has less content than its size.
    expect(await sized(4096, 5)).toBeUndefined();
  });

  test('looks at a path, which has to be there', async () => {
    const host = collectingHost(plain);
    expect(await host.look('/a')).toEqual({ kind: 'file', size: 7, modified: 3 });
    expect(await problemOf(host.look('/gone'))).toEqual([
      'absent',
      '/gone: not found, or must not be accessed',
    ]);
  });

  test('reads and runs nothing once it was stopped, for the first reason', async () => {
    const host = collectingHost(plain);
    expect(await host.stop('interrupted')).toBe(0);
    await host.stop('again');
    const { take, text } = taken();
    expect(await problemOf(host.readInto('/a', take))).toEqual(['failed', 'interrupted']);
    expect(await host.runInto(['/a'], take)).toEqual({ problem: 'failed', reason: 'interrupted' });
    expect(text()).toBe('');
  });

  test('has the name that is stored on it, a root and nothing that was not entered', async () => {
    const host = collectingHost({ ...plain, readFile: async () => Buffer.from('host-a\n') });
    expect([await host.hostname(), host.root, host.notEntered()]).toEqual(['host-a', '/', []]);
    const without = async () => {
      throw hostError('absent', 'none');
    };
    expect(await collectingHost({ ...plain, readFile: without }).hostname()).toBe('localhost');
  });
});

test('a host that collects by itself stays as it is', () => {
  const collecting = { ...plain, readInto: async () => undefined, runInto: async () => ({}) };
  expect(collectingHost(collecting as unknown as CollectingHost)).toBe(collecting);
});
