import { mostZeros } from '@hostspec/host-kit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { connect } from './connection.js';
import { maxHeld } from './flow.js';
import { encode, kinds, magic, maxPayload } from './frames.js';
import type { Slot } from './shared-memory.js';
import { type ScriptedRunner, scriptedRunner } from './testing/scripted-runner.js';

function connected(options?: Parameters<typeof scriptedRunner>[0]) {
  const runner = scriptedRunner(options);
  const noted: unknown[] = [];
  return { runner, noted, connection: connect(runner.stream, (given) => noted.push(given)) };
}

test('answers reach their requests in any order', async () => {
  const { runner, connection } = connected();
  const first = connection.request('stat', { path: '/a' });
  const second = connection.request('stat', { path: '/b' });
  const [one, two] = [await runner.next(kinds.stat), await runner.next(kinds.stat)];
  expect(JSON.parse(two.payload.toString())).toEqual({ path: '/b' });
  runner.answer(two.id, { kind: 'fifo' });
  runner.answer(one.id, { kind: 'file' });
  expect([await first, await second]).toMatchObject([{ kind: 'file' }, { kind: 'fifo' }]);
});

test('notes on mounts are taken from errors of a request', async () => {
  const { runner, noted, connection } = connected();
  const ask = async (kind: 'answer' | 'error', at: number): Promise<unknown> => {
    const request = connection.request('stat', { path: '/net' });
    const { id } = await runner.next(kinds.stat);
    runner.answer(id + at, { problem: 'refused', reason: 'x', notEntered: [kind, at] }, kind);
    return request.catch(() => undefined);
  };
  await ask('answer', 0);
  await ask('error', 0);
  await ask('error', 1);
  expect(noted).toEqual([['error', 0]]);
});

test('an error is a HostError with the problem and the words', async () => {
  const { runner, connection } = connected();
  const request = connection.request('stat', { path: '/a' });
  runner.answer(
    (await runner.next(kinds.stat)).id,
    { problem: 'denied', reason: '/a: permission denied' },
    'error',
  );
  await expect(request).rejects.toMatchObject({
    code: 'HOST',
    problem: 'denied',
    message: '/a: permission denied',
  });
});

test('content arrives in order, and credit is given only for what was taken', async () => {
  const { runner, connection } = connected();
  const pieces: string[] = [];
  let release = (): void => {};
  const request = connection.request('read', { path: '/a' }, async (piece) => {
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    pieces.push(piece.toString());
  });
  const { id } = await runner.next(kinds.read);
  runner.content(id, 'a'.repeat(40_000));
  runner.content(id, 'b');
  runner.answer(id, { bytes: 40_001 });
  await new Promise(setImmediate);
  expect([pieces, runner.frames]).toEqual([[], []]);
  release();
  expect((await runner.next(kinds.credit)).payload.readUInt32BE()).toBe(40_000 + 2 ** 16);
  release();
  expect(await request).toEqual({ bytes: 40_001 });
  expect(pieces.map(({ length }) => length)).toEqual([40_000, 1]);
});

test('content that keeps coming gets more credit, which its requests share', async () => {
  const { runner, connection } = connected();
  const creditsOf = async (path: string): Promise<number[]> => {
    const request = connection.request('read', { path }, () => {});
    const { id } = await runner.next(kinds.read);
    const credits: number[] = [];
    for (let sent = 0; sent < 2 ** 21; sent += 2 ** 15) {
      runner.content(id, 'a'.repeat(2 ** 15));
      await new Promise(setImmediate);
      for (const { payload } of runner.frames.splice(0)) credits.push(payload.readUInt32BE());
    }
    runner.answer(id, {});
    await request;
    return credits;
  };
  const sum = (credits: readonly number[]): number => credits.reduce((all, each) => all + each, 0);
  const [first, ...others] = await creditsOf('/a');
  expect(first).toBe(2 ** 15 + 2 ** 16);
  expect(Math.max(...others)).toBeLessThanOrEqual(2 ** 19);
  // At the end, up to half of the credit in use may not have been granted again.
  expect(sum([first ?? 0, ...others])).toBeGreaterThan(2 ** 21 + 2 ** 16);
  // A request returns its credit when it ends: together, these would need more than there is.
  for (const path of ['/b', '/c', '/d', '/e', '/f', '/g'])
    expect([path, ...(await creditsOf(path))]).toEqual([path, first, ...others]);
});

test('zeros arrive in their place, and 64 of them cost one byte of credit', async () => {
  const { runner, connection } = connected();
  const pieces: Uint8Array[] = [];
  const request = connection.request(
    'read',
    { path: '/a' },
    (piece) => void pieces.push(Uint8Array.from(piece)),
  );
  const { id } = await runner.next(kinds.read);
  runner.content(id, 'before');
  runner.zeros(id, mostZeros);
  runner.zeros(id, 65);
  runner.content(id, 'after');
  runner.zeros(id, mostZeros);
  expect((await runner.next(kinds.credit)).payload.readUInt32BE()).toBe(
    6 + 2 ** 14 + 2 + 5 + 2 ** 14 + 2 ** 16,
  );
  runner.answer(id, {});
  await request;
  const wanted = ['before', '\0'.repeat(mostZeros + 65), 'after', '\0'.repeat(mostZeros)].join('');
  expect(Buffer.concat(pieces).equals(Buffer.from(wanted))).toBe(true);
});

test('much content is read from memory, in its order among other content', async () => {
  const runner = scriptedRunner();
  let isFree = true;
  const slot: Slot = {
    number: 5,
    next: (bytes) => () => Buffer.alloc(bytes, 'm'),
    free: () => {
      isFree = true;
    },
  };
  const connection = connect(runner.stream, () => {}, {
    slot: () => {
      isFree = false;
      return slot;
    },
  });
  const pieces: string[] = [];
  const request = connection.request('read', { path: '/a' }, async (piece) => {
    await Promise.resolve();
    pieces.push(Buffer.from(piece).toString());
  });
  const { id } = await runner.next(kinds.read);
  runner.content(id, 'a'.repeat(40_000));
  expect((await runner.next(kinds.share)).payload.readUInt32BE()).toBe(5);
  runner.shared(id, 10);
  runner.zeros(id, 1);
  runner.shared(id, 20_000);
  runner.answer(id, {});
  await request;
  expect(pieces).toEqual(['a'.repeat(40_000), 'm'.repeat(10), '\0', 'm'.repeat(20_000)]);
  expect(isFree).toBe(true);
});

test.each<[what: string, misbehave: (runner: ScriptedRunner, id: number) => void, most?: number]>([
  [
    'more content than was asked for',
    (runner, id) => {
      runner.content(id, 'a'.repeat(50_000));
      runner.content(id, 'b');
    },
  ],
  [
    'zeros without credit',
    (runner, id) => {
      for (let sent = 0; sent < 5; sent++) runner.zeros(id, mostZeros);
    },
    10 * mostZeros,
  ],
  ['more zeros than were asked for', (runner, id) => runner.zeros(id, 50_001)],
  ['no zeros', (runner, id) => runner.zeros(id, 0)],
  ['a negative number of zeros', (runner, id) => runner.zeros(id, -1)],
  ['too many zeros', (runner, id) => runner.zeros(id, mostZeros + 1), 10 * mostZeros],
  ['no number of zeros', (runner, id) => runner.raw(encode('zeros', id, Buffer.alloc(8, 1)))],
  [
    'fewer keywords than it says',
    (runner, id) => runner.raw(encode('shared', id, Buffer.from([0, 0, 0, 9, 0, 0, 0, 2, 0, 0, 0, 0]))),
  ],
  ['content in memory that was not shared', (runner, id) => runner.shared(id, 1)],
  ['content without credit', (runner, id) => runner.content(id, 'a'.repeat(100_000))],
  [
    'an answer without an end',
    (runner, id) => {
      const part = encode('answer', id, Buffer.alloc(2 * maxPayload)).subarray(0, 16 + maxPayload);
      for (let sent = 0; sent <= maxHeld; sent += maxPayload) runner.raw(part);
    },
  ],
])('a runner that sends %s is not listened to any more', async (_, misbehave, most = 50_000) => {
  const { runner, connection } = connected();
  const slow = connection.request('read', { path: '/a' }, () => new Promise(() => {}), most);
  misbehave(runner, (await runner.next(kinds.read)).id);
  await expect(slow).rejects.toThrow('the runner sent something that the protocol does not allow');
  await expect(connection.request('stat', { path: '/b' })).rejects.toThrow('does not allow');
});

test('if content cannot be taken, the request is cancelled and fails with that error', async () => {
  const { runner, connection } = connected();
  const full = new Error('the disk is full');
  const request = connection.request('read', { path: '/a' }, () => {
    throw full;
  });
  const { id } = await runner.next(kinds.read);
  runner.content(id, 'a');
  runner.content(id, 'b');
  expect((await runner.next(kinds.cancel)).id).toBe(id);
  runner.answer(id, { problem: 'failed', reason: 'cancelled' }, 'error');
  await expect(request).rejects.toBe(full);
});

test('after content that could not be taken, none of the rest is taken', async () => {
  const full = new Error('the disk is full');
  for (const take of [
    () => {
      throw full;
    },
    () => Promise.reject(full),
  ]) {
    const { runner, connection } = connected();
    let taken = 0;
    const request = connection.request('read', { path: '/a' }, () => {
      taken++;
      return take();
    });
    const { id } = await runner.next(kinds.read);
    for (const piece of ['a', 'b', 'c']) runner.content(id, piece);
    runner.answer(id, { bytes: 3 });
    await expect(request).rejects.toBe(full);
    expect(taken).toBe(1);
    await new Promise(setImmediate);
    expect(runner.frames.map(({ kind }) => kind)).toEqual([kinds.cancel]);
  }
});

test('content that nobody takes is dropped', async () => {
  const { runner, connection } = connected();
  const request = connection.request('read', { path: '/a' });
  const { id } = await runner.next(kinds.read);
  runner.content(id, 'a'.repeat(40_000));
  runner.answer(id, { bytes: 40_000 });
  expect(await request).toEqual({ bytes: 40_000 });
  await new Promise(setImmediate);
  expect(runner.frames.map(({ kind }) => kind)).toEqual([kinds.credit]);
});

test('a frame of no request is ignored, but an error ends the connection', async () => {
  const { runner, connection } = connected();
  const request = connection.request('stat', { path: '/a' });
  const { id } = await runner.next(kinds.stat);
  for (const other of [0, id + 1]) {
    runner.content(other, 'a');
    runner.zeros(other, 1);
    runner.answer(other, { kind: 'fifo', end: true, reason: 'no' });
    runner.raw(encode('answer', other, Buffer.from('no JSON')));
  }
  await new Promise(setImmediate);
  expect(connection.ended()).toBeUndefined();
  runner.answer(0, { problem: 'failed', reason: 'the request was malformed' }, 'error');
  await expect(request).rejects.toMatchObject({ problem: 'failed', message: 'the request was malformed' });
  expect(connection.ended()).toBe('the request was malformed');
});

test.each([
  ['before anything', '', 'the runner has ended'],
  ['after a text', 'sudo: a password is required\n', 'no runner was started: sudo: a password is required'],
])('a runner that ends %s fails every request with the reason', async (_, said, reason) => {
  const { runner, connection } = connected({ greets: said === '' });
  const lost: string[] = [];
  connection.onEnd((why) => lost.push(why));
  const request = connection.request('hello', {});
  if (said !== '') runner.raw(said);
  await runner.next(kinds.hello);
  runner.end();
  await expect(request).rejects.toMatchObject({ problem: 'failed', message: reason });
  await expect(connection.request('stat', {})).rejects.toMatchObject({ message: reason });
  expect(connection.ended()).toBe(reason);
  expect(lost).toEqual([reason]);
});

test('an error of the whole connection ends it', async () => {
  const { runner, connection } = connected();
  const request = connection.request('hello', {});
  const { id } = await runner.next(kinds.hello);
  runner.answer(id, { problem: 'failed', reason: 'this runner speaks protocol 3', end: true }, 'error');
  await expect(request).rejects.toMatchObject({ message: 'this runner speaks protocol 3' });
  expect(connection.ended()).toBe('this runner speaks protocol 3');
});

test('a text before the first frame is passed over, wherever the bytes are split', async () => {
  const { runner, connection } = connected({ greets: false });
  const request = connection.request('hello', {});
  const { id } = await runner.next(kinds.hello);
  const all = Buffer.concat([
    Buffer.from('Welcome!'),
    magic,
    encode('answer', id, Buffer.from('{"build":"1"}')),
  ]);
  for (const byte of all) runner.raw(Buffer.of(byte));
  expect(await request).toEqual({ build: '1' });
});

test('a long message is put together from its frames', async () => {
  const { runner, connection } = connected();
  const long = 'x'.repeat(3 * maxPayload);
  const request = connection.request('list', { path: long });
  const frames = [await runner.next(kinds.list), await runner.next(kinds.list)];
  expect(frames.map(({ more, payload }) => [more, payload.length])).toEqual(
    Array(2).fill([true, maxPayload]),
  );
  runner.answer(frames[0]?.id ?? 0, { names: [long] });
  expect(await request).toEqual({ names: [long] });
});

test('an error after parts of an answer is that error, and nothing of the parts is left', async () => {
  const { runner, connection } = connected();
  // Each answer has more than half of the limit for incomplete answers.
  for (let round = 0; round < 3; round++) {
    const request = connection.request('list', { path: '/a' });
    const { id } = await runner.next(kinds.list);
    const part = encode('answer', id, Buffer.alloc(2 * maxPayload, '"')).subarray(0, 16 + maxPayload);
    for (let sent = 0; sent <= maxHeld / 2; sent += maxPayload) runner.raw(part);
    const code = 'x'.repeat(maxPayload);
    runner.answer(id, { code, problem: 'timed out', reason: `/a: round ${round}` }, 'error');
    await expect(request).rejects.toThrow(`/a: round ${round}`);
  }
  expect(connection.ended()).toBeUndefined();
});

test('long answers one after another are not too many', async () => {
  const { runner, connection } = connected();
  const names = ['x'.repeat(maxHeld / 4)];
  for (let round = 0; round < 5; round++) {
    const request = connection.request('list', { path: '/a' });
    runner.answer((await runner.next(kinds.list)).id, { names });
    expect(await request).toHaveProperty('names.0.length', maxHeld / 4);
  }
});

test('whatever a hostile runner sends, every request ends and nothing throws', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.oneof(
          fc.uint8Array({ maxLength: 40 }),
          fc
            .tuple(
              fc.constantFrom(...Object.keys(kinds)),
              fc.constantFrom(0, 1, 2, 99),
              fc.constantFrom(
                '',
                '{}',
                'null',
                '[]',
                '{"end":true}',
                '{"problem":"x","notEntered":[1]}',
                '\xff',
                '\0\0\0\x01',
                '\0\x10\0\0',
              ),
            )
            .map(([kind, id, text]) => encode(kind as keyof typeof kinds, id, Buffer.from(text))),
        ),
        { maxLength: 12 },
      ),
      async (sent) => {
        const { runner, connection } = connected();
        const ended = Promise.allSettled([
          connection.request('stat', {}),
          connection.request('read', {}, () => {}),
        ]);
        for (const bytes of sent) runner.raw(bytes);
        await new Promise(setImmediate);
        runner.end();
        expect(await ended).toHaveLength(2);
      },
    ),
  );
});
