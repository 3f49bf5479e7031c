import { expect, test } from 'vitest';
import { outputKeeper } from './commands.js';
import { encode, kinds } from './frames.js';
import type { RunnerHostOptions } from './host.js';
import { scriptedHost } from './testing/scripted-runner.js';

/** A host, and `asked`, which returns its next command. */
async function commands(options?: RunnerHostOptions) {
  const { runner, host } = await scriptedHost(options);
  const asked = async () => {
    const { id, payload } = await runner.next(kinds.run);
    return { id, body: JSON.parse(payload.toString()) as unknown };
  };
  return { runner, host, asked };
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

test('a request names what the command needs, and nothing else', async () => {
  const { runner, host, asked } = await commands({ environment: { HOME: '/root', SECRET: 'x' } });
  const plain = host.run(['/bin/a']);
  const first = await asked();
  expect(first.body).toEqual({ argv: ['/bin/a'] });
  runner.answer(first.id, { rc: 0 });
  expect(await plain).toEqual({ rc: 0, output: Buffer.alloc(0) });
  const rich = host.runInto(['/bin/b', 'c d'], () => {}, {
    env: { A: 'b' },
    inheritEnv: ['HOME', 'NONE'],
    timeout: 3,
    signal: 'SIGTERM',
    stdin: 'päss',
    maxBytes: 5,
    as: { uid: 1, gid: 2, name: 'n', groups: [3] },
  });
  const second = await asked();
  expect(second.body).toEqual({
    argv: ['/bin/b', 'c d'],
    env: { A: 'b' },
    inherited: { HOME: '/root' },
    timeout: 3,
    signal: 'SIGTERM',
    stdin: Buffer.from('päss').toString('base64'),
    maxBytes: 5,
    as: { uid: 1, gid: 2, name: 'n', groups: [3] },
  });
  runner.answer(second.id, { problem: 'timed out', reason: 'took longer than 3 s', cut: 'output cut' });
  expect(await rich).toEqual({
    problem: 'timed out',
    reason: 'took longer than 3 s',
    cut: { reason: 'output cut' },
  });
});

test('variables that are to be inherited and do not exist are not sent', async () => {
  const { host, asked } = await commands({ environment: {} });
  void host.run(['/bin/a'], { inheritEnv: ['HOME'] }).catch(() => {});
  expect((await asked()).body).toEqual({ argv: ['/bin/a'] });
});

test('LANG is sent with every command, if it is the plain name of a locale', async () => {
  for (const [LANG, sent] of [
    ['C.UTF-8', { inherited: { LANG: 'C.UTF-8' } }],
    ['/tmp/x', {}],
  ] as const) {
    const { host, asked } = await commands({ environment: { LANG } });
    void host.run(['/bin/a']).catch(() => {});
    expect((await asked()).body).toEqual({ argv: ['/bin/a'], ...sent });
  }
});

test('a command without words is not asked for', async () => {
  const { runner, host } = await commands();
  expect(await host.run([])).toMatchObject({ problem: 'absent', reason: 'command not found: ' });
  expect(runner.frames).toEqual([]);
});

test('a command that was asked for is run once, and all bytes of its output are kept', async () => {
  const { runner, host, asked } = await commands();
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, index) => index));
  const results = [host.run(['/bin/a']), host.run(['/bin/a'])];
  const { id } = await asked();
  runner.raw(encode('content', id, bytes));
  runner.answer(id, { rc: 4 });
  for (const { rc, output } of await Promise.all([...results, host.run(['/bin/a'])]))
    expect([rc, Buffer.compare(output, bytes)]).toEqual([4, 0]);
  expect(runner.frames).toEqual([]);
});

test('a caller with a lower limit gets the beginning of a kept output', async () => {
  const { runner, host, asked } = await commands();
  const result = host.run(['/bin/a']);
  const { id } = await asked();
  runner.content(id, '123456');
  runner.answer(id, { rc: 0 });
  await result;
  const pieces: string[] = [];
  const end = await host.runInto(['/bin/a'], (piece) => void pieces.push(textOf(piece)), { maxBytes: 4 });
  expect(pieces).toEqual(['1234']);
  expect(end).toEqual({ rc: 0, cut: { reason: 'the first 4 of 6 bytes', originalBytes: 6 } });
  expect(runner.frames).toEqual([]);
});

test('a command whose output was cut is run again only for whoever wants more of it', async () => {
  const { runner, host, asked } = await commands();
  const outputOf = async (maxBytes?: number) => {
    const pieces: string[] = [];
    const end = await host.runInto(['/bin/a'], (piece) => void pieces.push(textOf(piece)), {
      ...(maxBytes === undefined ? {} : { maxBytes }),
    });
    return [pieces.join(''), end.cut?.reason];
  };
  const first = outputOf(3);
  const { id } = await asked();
  runner.content(id, '123');
  runner.answer(id, { rc: 0, cut: 'output cut at 3 bytes' });
  expect(await first).toEqual(['123', 'output cut at 3 bytes']);
  expect(await outputOf(3)).toEqual(['123', 'output cut at 3 bytes']);
  expect(await outputOf(2)).toEqual(['12', 'the first 2 of 3 bytes']);
  expect(runner.frames).toEqual([]);
  const more = outputOf();
  const again = await asked();
  runner.content(again.id, '123456');
  runner.answer(again.id, { rc: 0 });
  expect(await more).toEqual(['123456', undefined]);
});

test('a command of which more is wanted than its first caller allowed is not run again if nothing was cut', async () => {
  const { runner, host, asked } = await commands();
  const first = host.runInto(['/bin/a'], () => {}, { maxBytes: 100 });
  const { id } = await asked();
  runner.content(id, '123');
  runner.answer(id, { rc: 0 });
  await first;
  expect(textOf((await host.run(['/bin/a'])).output)).toBe('123');
  expect(runner.frames).toEqual([]);
});

test('a command whose output could not be taken is run again', async () => {
  const { runner, host, asked } = await commands();
  const full = new Error('the disk is full');
  const first = host.runInto(['/bin/a'], () => {
    throw full;
  });
  const second = host.run(['/bin/a']);
  const { id } = await asked();
  runner.content(id, '123');
  runner.answer(id, { rc: 0 });
  await expect(first).rejects.toBe(full);
  const again = await asked();
  runner.content(again.id, '123');
  runner.answer(again.id, { rc: 0 });
  expect(textOf((await second).output)).toBe('123');
});

test('an output that is too large to keep is asked for again', async () => {
  const { runner, host, asked } = await commands();
  const size = 1024 * 1024 + 1;
  const sizeOf = async (): Promise<number> => {
    const { id } = await asked();
    for (let left = size; left > 0; left -= 32 * 1024) {
      runner.content(id, 'x'.repeat(Math.min(left, 32 * 1024)));
      await new Promise(setImmediate);
    }
    runner.answer(id, { rc: 0 });
    return id;
  };
  const first = host.run(['/bin/a']);
  const id = await sizeOf();
  expect((await first).output).toHaveLength(size);
  const second = host.run(['/bin/a']);
  expect(await sizeOf()).not.toBe(id);
  expect((await second).output).toHaveLength(size);
});

test('the output of a command has no more bytes than the host allows', async () => {
  const { runner, host, asked } = await commands({ maxItemBytes: 4 });
  const result = host.run(['/bin/a']);
  const { id } = await asked();
  runner.content(id, '12345');
  await expect(result).rejects.toThrow('more than 4 bytes of content');
});

test('which says why a program does not count, unless there is none', async () => {
  const { runner, host } = await commands();
  const said: string[][] = [];
  const refused = (reason: string, problem: string): void => void said.push([reason, problem]);
  const answer = async (asked: Promise<unknown> | undefined, body: object) => {
    const { id, payload } = await runner.next(kinds.which);
    runner.answer(id, body);
    return [JSON.parse(payload.toString()), await asked];
  };
  expect(await answer(host.which?.('a', { process: 3, refused }), { path: '/bin/a' })).toEqual([
    { word: 'a', process: 3 },
    '/bin/a',
  ]);
  expect(await answer(host.which?.('b', { refused }), { problem: 'absent', reason: 'none' })).toEqual([
    { word: 'b' },
    undefined,
  ]);
  expect(said).toEqual([]);
  await answer(host.which?.('c', { refused }), { problem: 'refused', reason: 'c is not run' });
  expect(said).toEqual([['c is not run', 'refused']]);
});

const text = (bytes: number): Buffer => Buffer.from('a line of output\n'.repeat(bytes)).subarray(0, bytes);

const keep = (pieces: readonly Buffer[], packs: boolean, left = 1_000_000) => {
  const memory = { left };
  const keeper = outputKeeper(memory, 100_000, packs);
  for (const piece of pieces) void keeper.take(piece);
  const kept = keeper.keep();
  return { kept, used: left - memory.left };
};

test.each([1, 2000, 2048, 40_000])(
  'two pieces of %i bytes are kept as they are, also compressed',
  (bytes) => {
    const pieces = [text(bytes), text(bytes)];
    for (const packs of [false, true])
      expect(Buffer.compare(keep(pieces, packs).kept?.() ?? text(0), Buffer.concat(pieces))).toBe(0);
  },
);

test.each([256, 4096])('all kinds of bytes are kept as they are: %i of them', (count) => {
  const bytes = Buffer.from(Array.from({ length: count }, (_, index) => index % 256));
  for (const packs of [false, true])
    expect(Buffer.compare(keep([bytes], packs).kept?.() ?? text(0), bytes)).toBe(0);
});

test('an output of less than 2 KiB is not compressed', () => {
  expect(keep([text(2047)], true).used).toBe(2047);
  expect(keep([text(2048)], true).used).toBeLessThan(2048);
});

test('the limit of an output and the rest of the memory may be used up', () => {
  expect(keep([text(50_000), text(50_000)], false)).toMatchObject({ used: 100_000 });
  expect(keep([text(10), text(10)], false, 20)).toMatchObject({ used: 20 });
});

test('after a piece that exceeds a limit, no other one is taken', () => {
  expect(keep([text(10), text(20), text(1)], false, 25)).toEqual({ kept: undefined, used: 0 });
});

test('compressed outputs take only what is left of them from the memory', () => {
  expect(keep([text(50_000)], false).used).toBe(50_000);
  expect(keep([text(50_000)], true).used).toBeLessThan(5000);
});

test('an output that exceeds a limit is not kept and takes nothing', () => {
  expect(keep([text(60_000), text(60_000)], true)).toEqual({ kept: undefined, used: 0 });
  expect(keep([text(10), text(10)], true, 15)).toEqual({ kept: undefined, used: 0 });
});
