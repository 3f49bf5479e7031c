import { expect, test } from 'vitest';
import { connect } from './connection.js';
import { encode, type FrameKind, kinds } from './frames.js';
import { scriptedHost, scriptedRunner } from './testing/scripted-runner.js';

/** The result of a request to which the runner sends this text as answer, or as an error. */
async function answered(kind: FrameKind, text: string, as: FrameKind = 'answer'): Promise<unknown> {
  const runner = scriptedRunner();
  const request = connect(runner.stream, () => {}).request(kind, {});
  runner.raw(encode(as, (await runner.next(kinds[kind])).id, Buffer.from(text)));
  return request.catch((error: Error) => error.message);
}

/** JSON with a list of `count` equal values. */
const listOf = (value: string, count: number): string => `{"x":[${Array(count).fill(value).join(',')}]}`;
const long = (length: number): string => JSON.stringify({ x: 'x'.repeat(length) });
const many = /does not allow: it has more than \d+ JSON values$/;
const large = /does not allow: an answer of more than \d+ bytes$/;

test.each<[kind: FrameKind, fits: number, tooMany: number]>([
  ['hello', 65_536, 80_000],
  ['stat', 900, 3000],
  ['list', 100_000, 6_100_000],
  ['glob', 20_000, 110_000],
  ['read', 900, 3000],
  ['run', 900, 3000],
  ['which', 900, 3000],
  ['controller', 65_536, 80_000],
  ['stop', 900, 3000],
])(
  'an answer to %s has a limit of values, so that small text does not become much memory',
  async (kind, fits, tooMany) => {
    expect(await answered(kind, listOf('1234', fits))).toHaveProperty('x.length', fits);
    expect(await answered(kind, listOf('1234', tooMany))).toMatch(many);
    expect(await answered(kind, listOf('1234', 2000), 'error')).toMatch(many);
  },
);

test('names and paths are in one list, not deeper', async () => {
  for (const kind of ['list', 'glob'] as const)
    expect(await answered(kind, listOf('{}', 5000))).toMatch(/its JSON is nested more than 2 deep$/);
});

test.each<[kind: FrameKind, most: number]>([
  ['hello', 1024 * 1024],
  ['stat', 256 * 1024],
  ['read', 256 * 1024],
  ['run', 256 * 1024],
  ['which', 256 * 1024],
  ['stop', 256 * 1024],
  ['controller', 1024 * 1024],
])('an answer to %s of more than %d bytes is not waited for', async (kind, most) => {
  expect(await answered(kind, long(most - 8))).toHaveProperty('x.length', most - 8);
  expect(await answered(kind, long(most - 7))).toMatch(large);
});

test('an error is short, whatever was asked', async () => {
  expect(await answered('list', JSON.stringify({ reason: 'r'.repeat(16_384) }), 'error')).toBe(
    'r'.repeat(16_384),
  );
  expect(await answered('list', JSON.stringify({ reason: 'r'.repeat(16_385) }), 'error')).toBe(
    'the runner gave a reason of 16385 characters; allowed: at most 16384',
  );
  expect(await answered('list', long(256 * 1024), 'error')).toMatch(large);
});

test.each([
  ['an unknown problem', { problem: 'none', reason: 'x' }, 'x'],
  ['a long reason', { problem: 'denied', reason: 'r'.repeat(16_385) }, 'a reason of 16385 characters'],
])('an error with %s is a failure', async (_, body, message) => {
  const runner = scriptedRunner();
  const request = connect(runner.stream, () => {}).request('stat', {});
  runner.answer((await runner.next(kinds.stat)).id, body, 'error');
  await expect(request).rejects.toMatchObject({
    problem: 'failed',
    message: expect.stringContaining(message),
  });
});

test('what ends the connection without a request is short, too', async () => {
  const runner = scriptedRunner();
  const request = connect(runner.stream, () => {}).request('stat', {});
  runner.raw(encode('error', 0, Buffer.from(listOf('{}', 3000))));
  await expect(request).rejects.toThrow(many);
});

test('an answer that is no JSON ends the connection, however long it is', async () => {
  expect(await answered('list', 'x')).toContain('does not allow: ');
  expect(await answered('list', 'x'.repeat(5000))).toContain('does not allow: it is not JSON');
});

const notEntered = async (given: unknown, kind: FrameKind = 'stat', as: FrameKind = 'error') => {
  const { runner, host } = await scriptedHost();
  const asked = kind === 'stat' ? host.look('/a') : (host.controller?.('/a') ?? Promise.resolve());
  const { id } = await runner.next(kinds[kind]);
  runner.answer(id, { problem: 'refused', reason: 'x', notEntered: given }, as);
  const failure = await asked.then(
    () => undefined,
    (error: Error) => error.message,
  );
  return { failure, runner, host };
};

test('mounts that were not entered are taken from errors and from what may have them', async () => {
  expect((await notEntered(['/net: a', '/net: b', '/net: a'])).host.notEntered()).toEqual([
    '/net: a',
    '/net: b',
  ]);
  expect((await notEntered(['/net: a'], 'controller', 'answer')).host.notEntered()).toEqual(['/net: a']);
  const facts = { kind: 'file', size: 1, modified: 1 };
  const { runner, host } = await scriptedHost();
  const looked = host.look('/a');
  runner.answer((await runner.next(kinds.stat)).id, { ...facts, notEntered: ['/net: a'] });
  await looked;
  expect(host.notEntered()).toEqual([]);
});

test.each([['text'], [1], [{}], [[1]], [['a', null]]])('%j is not a list of mounts', async (given) => {
  expect((await notEntered(given)).failure).toMatch(/protocol does not allow: notEntered (is|has)/);
  expect((await notEntered(given, 'controller', 'answer')).failure).toMatch(
    /answer to controller that the protocol does not allow: answer\.notEntered/,
  );
});

test('endless mounts do not use up the memory, and one line says that there were more', async () => {
  const { host, runner } = await scriptedHost();
  const say = async (reasons: readonly string[]): Promise<void> => {
    const asked = host.look('/a');
    const body = { problem: 'refused', reason: 'x', notEntered: reasons };
    runner.answer((await runner.next(kinds.stat)).id, body, 'error');
    await asked.catch(() => undefined);
  };
  const batch = (first: number): string[] => Array.from({ length: 500 }, (_, i) => `/m${first + i}`);
  for (let first = 0; first < 10_000; first += 500) await say(batch(first));
  expect(host.notEntered()).toHaveLength(10_000);
  await say(['/m0']);
  expect(host.notEntered()).toHaveLength(10_000);
  await say(['/one more']);
  await say(['/and more']);
  expect(host.notEntered()).toHaveLength(10_001);
  expect(host.notEntered().at(-1)).toBe('not entered: more than the 10000 that are listed');
});

test('long texts about mounts have a limit together', async () => {
  const { host, runner } = await scriptedHost();
  for (let round = 0; round < 40; round++) {
    const asked = host.look('/a');
    const body = { problem: 'refused', reason: 'x', notEntered: [`/${round}${'x'.repeat(200_000)}`] };
    runner.answer((await runner.next(kinds.stat)).id, body, 'error');
    await asked.catch(() => undefined);
  }
  expect(host.notEntered()).toHaveLength(21);
  expect(host.notEntered().at(-1)).toBe('not entered: more than the 20 that are listed');
});
