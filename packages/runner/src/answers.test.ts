import { isHostError } from '@hostspec/spec';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFlow, maxHeld } from './flow.js';
import { kinds } from './frames.js';
import type { RunnerHost } from './host.js';
import { greeting, scriptedHost } from './testing/scripted-runner.js';

/** A question, its kind of request, and a correct answer. */
const questions: readonly (readonly [(host: RunnerHost) => Promise<unknown>, keyof typeof kinds, object])[] =
  [
    [(host) => host.look('/a'), 'stat', { kind: 'file', size: 1, modified: 1.5 }],
    [(host) => host.list('/a'), 'list', { names: ['a', 'b'] }],
    [(host) => host.glob(['/a*']), 'glob', { paths: ['/a'], matched: 2, notEntered: ['x'] }],
    [(host) => host.readInto('/a', () => {}), 'read', { cut: { reason: 'x', originalBytes: 9 } }],
    [(host) => host.run('/bin/a'), 'run', { rc: 0, cut: 'x' }],
    [async (host) => host.which?.('a'), 'which', { path: '/bin/a' }],
    [
      async (host) => host.controller?.('/a'),
      'controller',
      { account: { uid: 1, gid: 1, name: 'a', groups: [2] } },
    ],
  ];

test.each([
  ['stat', { kind: 'door', size: 1, modified: 1 }],
  ['stat', { kind: 'file', size: '1', modified: 1 }],
  ['list', { names: ['a', '../b'] }],
  ['list', { names: [''] }],
  ['list', { names: ['a\0b'] }],
  ['list', {}],
  ['glob', { paths: ['etc/a'] }],
  ['glob', { paths: ['/a\0b'] }],
  ['glob', { paths: [], matched: -1 }],
  ['glob', { paths: [], notEntered: [1] }],
  ['read', { cut: 'x' }],
  ['read', { cut: { reason: 1 } }],
  ['run', { rc: '0' }],
  ['run', { rc: -1 }],
  ['run', { problem: 'none' }],
  ['run', { reason: 1 }],
  ['run', { cut: 1 }],
  ['which', { path: 'a' }],
  ['which', { problem: 'none' }],
  ['which', { reason: 1 }],
  ['controller', { account: { uid: '0', gid: 0 } }],
  ['controller', { account: { uid: 0, gid: 0, groups: [-1] } }],
])('an answer to %s such as %j is an error', async (kind, answer) => {
  const { runner, host } = await scriptedHost();
  const [ask] = questions.find(([, each]) => each === kind) ?? [];
  const asked = ask?.(host) ?? Promise.resolve();
  runner.answer((await runner.next(kinds[kind as keyof typeof kinds])).id, answer);
  await expect(asked).rejects.toMatchObject({ code: 'HOST', problem: 'failed' });
  await expect(asked).rejects.toThrow(`an answer to ${kind} that the protocol does not allow: answer`);
});

test.each([
  ['uid', 'root'],
  ['gid', -1],
  ['groups', ['wheel']],
  ['root', 1],
  ['hostname', 1],
  ['build', { toString: 1 }],
  ['arch', ['amd64']],
  ['protocol', '2'],
])('a greeting whose %s is %j is an error', async (name, value) => {
  await expect(scriptedHost({}, { ...greeting, [name]: value })).rejects.toThrow(`answer.${name}`);
});

test.each(['file', 'directory', 'block', 'character', 'fifo', 'socket', 'other'])(
  'a %s is a kind of file',
  async (kind) => {
    const { runner, host } = await scriptedHost();
    const facts = { kind, size: 0, modified: 0 };
    const looked = host.look('/a');
    runner.answer((await runner.next(kinds.stat)).id, facts);
    expect(await looked).toEqual(facts);
  },
);

test('right answers are taken', async () => {
  const { runner, host } = await scriptedHost();
  for (const [ask, kind, answer] of questions) {
    const asked = ask(host);
    runner.answer((await runner.next(kinds[kind])).id, answer);
    await expect(asked).resolves.toBeDefined();
  }
});

test('whatever the answer is, it is taken or it is a HostError', async () => {
  const odd = fc.dictionary(
    fc.constantFrom('kind', 'size', 'names', 'paths', 'cut', 'rc', 'problem', 'path', 'account', 'reason'),
    fc.jsonValue(),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...questions), odd, async ([ask, kind, right], wrong) => {
      const { runner, host } = await scriptedHost();
      const asked = ask(host);
      runner.answer((await runner.next(kinds[kind])).id, { ...right, ...wrong });
      const error: unknown = await asked.then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(error === undefined || isHostError(error)).toBe(true);
    }),
  );
});

describe('memory for answers', () => {
  test('answers that are not complete may fill the memory for them, and no more', () => {
    const flow = createFlow();
    flow.hold(maxHeld);
    flow.release(1);
    flow.hold(1);
    expect(() => flow.hold(1)).toThrow(`answers of more than ${maxHeld} bytes`);
  });

  test('requests get what is left of the content on its way, and give it back', () => {
    const flow = createFlow();
    const all = flow.widen(Number.MAX_SAFE_INTEGER);
    expect(flow.widen(1)).toBe(0);
    flow.narrow(all);
    expect([flow.widen(1), flow.widen(all)]).toEqual([1, all - 1]);
  });
});
