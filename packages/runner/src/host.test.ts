import { maxReadBytes } from '@hostspec/spec';
import { expect, test } from 'vitest';
import { type FrameKind, kinds } from './frames.js';
import { createRunnerHost, protocol } from './host.js';
import { greeting, type ScriptedRunner, scriptedHost, scriptedRunner } from './testing/scripted-runner.js';

/** Answers the next request of a kind; what was asked, and what came of it. */
async function answered<T>(
  runner: ScriptedRunner,
  asked: Promise<T>,
  kind: FrameKind,
  body: object,
  as: FrameKind = 'answer',
): Promise<readonly [request: unknown, result: T]> {
  const { id, payload } = await runner.next(kinds[kind]);
  runner.answer(id, body, as);
  return [JSON.parse(payload.toString()), await asked];
}

test('the first request has the options, and the host says what the runner greets with', async () => {
  const runner = scriptedRunner();
  const opening = createRunnerHost(runner.stream, { timeout: 3, maxItemBytes: 1000, atOnce: 7, jobs: 2 });
  const hello = { ...greeting, uid: 4, gid: 5, groups: [6] };
  const [request, host] = await answered(runner, opening, 'hello', hello);
  expect(request).toEqual({ protocol, timeout: 3, maxItemBytes: 1000, jobs: 2 });
  expect(host).toMatchObject({ executes: true, root: '/', timeout: 3, atOnce: 7 });
  expect(host.runner).toEqual({ build: 'x', arch: 'amd64', protocol });
  expect(host.user?.()).toEqual({ uid: 4, gid: 5, groups: [6] });
  expect(await host.hostname()).toBe('h');
  expect((await scriptedHost()).host).toMatchObject({ timeout: 10 });
  expect((await scriptedHost()).host).not.toHaveProperty('atOnce');
});

test('on a root that is not the running machine, no command is run, and its files name it', async () => {
  const { runner, host } = await scriptedHost({ root: '/srv' }, { ...greeting, root: '/srv' });
  expect(host).toMatchObject({ executes: false, root: '/srv' });
  expect(await host.run(['/bin/a'])).toMatchObject({ problem: 'absent' });
  expect(await host.which?.('a')).toBeUndefined();
  const named = host.hostname();
  const { id, payload } = await runner.next(kinds.read);
  expect(JSON.parse(payload.toString())).toMatchObject({ path: '/etc/hostname' });
  runner.content(id, 'stored\n');
  runner.answer(id, {});
  expect(await named).toBe('stored');
});

test('a file that cannot be looked at has no facts, unless nobody knows', async () => {
  const { runner, host } = await scriptedHost();
  const look = (problem: string) =>
    answered(runner, host.stat('/a'), 'stat', { problem, reason: '/a: no' }, 'error');
  expect(await look('denied')).toEqual([{ path: '/a', timeout: 10 }, undefined]);
  expect(await look('absent')).toEqual([{ path: '/a', timeout: 10 }, undefined]);
  await expect(look('timed out')).rejects.toMatchObject({ problem: 'timed out' });
  const facts = { kind: 'file', size: 1, modified: 2.5 };
  expect((await answered(runner, host.stat('/a'), 'stat', facts))[1]).toEqual(facts);
  expect(await answered(runner, host.stop?.('enough') ?? Promise.resolve(0), 'stop', { ended: 2 })).toEqual([
    { reason: 'enough' },
    2,
  ]);
  await expect(look('absent')).rejects.toMatchObject({ problem: 'absent' });
});

test('after the end of the runner, nothing is known of a file, nothing can be stopped, and the reason is told', async () => {
  const { runner, host } = await scriptedHost();
  const lost: string[] = [];
  host.onLost?.((reason) => lost.push(reason));
  runner.end();
  await expect(host.stat('/a')).rejects.toThrow('the runner has ended');
  expect(await host.stop?.('enough')).toBe(0);
  expect(lost).toEqual(['the runner has ended']);
});

test('a whole file is read from its start, with the rights of an account if one is named', async () => {
  const { runner, host } = await scriptedHost();
  const plain = { path: '/a', start: true, maxBytes: maxReadBytes, timeout: 10 };
  expect((await answered(runner, host.readFile('/a'), 'read', {}))[0]).toEqual(plain);
  const by = { uid: 1, gid: 2 };
  expect((await answered(runner, host.readFile('/a', { by }), 'read', {}))[0]).toEqual({ ...plain, by });
});

test('a file that an account may not read is not taken from what was read ahead', async () => {
  const runner = scriptedRunner();
  const opening = createRunnerHost(runner.stream, { ahead: ['/a'] });
  runner.answer((await runner.next(kinds.hello)).id, greeting);
  const early = await runner.next(kinds.read);
  runner.content(early.id, 'secret');
  runner.answer(early.id, {});
  const host = await opening;
  const denied = { problem: 'denied', reason: '/a: permission denied' };
  const asked = host.readFile('/a', { by: { uid: 1, gid: 2 } });
  await expect(answered(runner, asked, 'read', denied, 'error')).rejects.toThrow('/a: permission denied');
});

test('content is asked for with the options, and is no more than was asked for', async () => {
  const { runner, host } = await scriptedHost({ maxItemBytes: 100 });
  const take = (): void => {};
  const by = { uid: 1, gid: 2 };
  expect((await answered(runner, host.readInto('/a', take), 'read', {}))[0]).toEqual({
    path: '/a',
    timeout: 10,
  });
  const options = { raw: true, by, maxBytes: 3 };
  const cut = { reason: 'the last 3 of 5 bytes', originalBytes: 5 };
  expect(await answered(runner, host.readInto('/a', take, options), 'read', { cut })).toEqual([
    { path: '/a', timeout: 10, raw: true, by, maxBytes: 3 },
    cut,
  ]);
  for (const [maxBytes, most] of [
    [3, 3],
    [1000, 100],
  ] as const) {
    const { runner: other, host: strict } = await scriptedHost({ maxItemBytes: 100 });
    const asked = strict.readInto('/a', take, { maxBytes });
    other.content((await other.next(kinds.read)).id, 'x'.repeat(most + 1));
    await expect(asked).rejects.toThrow(`more than ${most} bytes of content`);
  }
});

test('names are sorted, and a search says what it did not enter', async () => {
  const { runner, host } = await scriptedHost();
  expect(await answered(runner, host.list('/a'), 'list', { names: ['b', 'a'] })).toEqual([
    { path: '/a', timeout: 10 },
    ['a', 'b'],
  ]);
  expect(await answered(runner, host.glob(['/b*']), 'glob', { paths: ['/b'] })).toEqual([
    { patterns: ['/b*'], timeout: 10 },
    { paths: ['/b'], notEntered: [] },
  ]);
  const answer = { paths: ['/b'], matched: 3, notEntered: ['/net: not entered'] };
  expect(await answered(runner, host.glob(['/b*'], { newest: 1 }), 'glob', answer)).toEqual([
    { patterns: ['/b*'], timeout: 10, newest: 1 },
    answer,
  ]);
  expect(host.notEntered?.()).toEqual(['/net: not entered']);
});
