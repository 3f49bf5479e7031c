import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connect } from './connection.js';
import { encode, kinds } from './frames.js';
import { scriptedRunner } from './testing/scripted-runner.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function connected() {
  const runner = scriptedRunner();
  return { runner, connection: connect(runner.stream, () => {}, { timeout: 10 }) };
}

const seconds = (count: number): void => void vi.advanceTimersByTime(count * 1000);
const arrived = () => new Promise(setImmediate);

/** A request whose content is being taken until `release` is called. */
async function beingTaken(runner: ReturnType<typeof scriptedRunner>, connection: ReturnType<typeof connect>) {
  let release = (): void => {};
  const taken = new Promise<void>((resolve) => {
    release = resolve;
  });
  const request = connection.request('read', { path: '/a' }, () => taken);
  const { id } = await runner.next(kinds.read);
  runner.content(id, 'a');
  return { request, id, release };
}

test('a runner that answers nothing is given up after twice the longest limit and 30 s', async () => {
  for (const [body, most] of [
    [{ path: '/a' }, 50],
    [{ path: '/a', timeout: 100 }, 230],
  ] as const) {
    const { runner, connection } = connected();
    const [first, second] = [connection.request('stat', {}), connection.request('read', body)];
    seconds(most);
    expect(connection.ended()).toBeUndefined();
    seconds(1);
    const reason = `the runner is silent: it has not answered for ${most} s`;
    await expect(first).rejects.toMatchObject({ problem: 'failed', message: reason });
    await expect(second).rejects.toThrow(reason);
    expect(connection.ended()).toBe(reason);
    expect(runner.stream.writableEnded).toBe(true);
  }
});

test('requests may wait for their turn as long as the runner says something about any of them', async () => {
  const { runner, connection } = connected();
  const waits = connection.request('run', { argv: ['/a'] });
  for (let round = 0; round < 5; round++) {
    const other = connection.request('run', { argv: ['/b'] });
    await runner.next(kinds.run);
    seconds(45);
    runner.answer(round + 2, { rc: 0 });
    await other;
  }
  runner.answer(1, { rc: 0 });
  expect(await waits).toEqual({ rc: 0 });
});

test('empty frames and those of other requests count as silence', async () => {
  const { runner, connection } = connected();
  const request = connection.request('read', { path: '/a' }, () => {});
  const { id } = await runner.next(kinds.read);
  for (let passed = 0; passed < 51; passed++) {
    runner.content(id, '');
    runner.content(id + 1, 'a');
    await arrived();
    seconds(1);
  }
  await expect(request).rejects.toThrow('the runner is silent');
});

test('a runner that waits for this process is not silent', async () => {
  const { runner, connection } = connected();
  const { request, id, release } = await beingTaken(runner, connection);
  await arrived();
  seconds(1000);
  release();
  await arrived();
  seconds(50);
  runner.answer(id, {});
  expect(await request).toEqual({});
});

test('a runner that has answered everything, or was asked nothing, is not silent', async () => {
  const { runner, connection } = connected();
  seconds(1000);
  const { request, id, release } = await beingTaken(runner, connection);
  runner.answer(id, { bytes: 1 });
  await arrived();
  connection.request('stop', { reason: 'x' }).catch(() => undefined);
  runner.answer((await runner.next(kinds.stop)).id, { ended: 0 });
  await arrived();
  seconds(1000);
  release();
  expect(await request).toEqual({ bytes: 1 });
  expect(connection.ended()).toBeUndefined();
});

test('a runner that does not stop when it is asked to is given up soon, with everything that is open', async () => {
  const { connection } = connected();
  const read = connection.request('read', { path: '/a', timeout: 1000 }, () => new Promise(() => {}));
  seconds(20);
  const stop = connection.request('stop', { reason: 'enough' });
  seconds(5);
  connection.request('stop', { reason: 'enough' }).catch(() => undefined);
  expect(connection.ended()).toBeUndefined();
  seconds(1);
  const reason = 'the runner is silent: it has not answered for 5 s, though it was to stop';
  await expect(stop).rejects.toThrow(reason);
  await expect(read).rejects.toThrow(reason);
});

test('content that nobody here takes does not keep a runner from being given up when it has to stop', async () => {
  const { runner, connection } = connected();
  const read = connection.request('read', { path: '/a' }, () => new Promise(() => {}));
  runner.content((await runner.next(kinds.read)).id, 'a');
  await arrived();
  connection.request('stop', { reason: 'enough' }).catch(() => undefined);
  seconds(6);
  await expect(read).rejects.toThrow('though it was to stop');
});

test('a runner that trickles after it was asked to stop is given up after 20 s', async () => {
  const { runner, connection } = connected();
  const request = connection.request('read', { path: '/a' }, () => {});
  const { id } = await runner.next(kinds.read);
  connection.request('stop', { reason: 'enough' }).catch(() => undefined);
  for (let passed = 0; passed < 20; passed++) {
    runner.content(id, 'a');
    await arrived();
    seconds(1);
  }
  expect(connection.ended()).toBeUndefined();
  runner.content(id, 'a');
  await arrived();
  seconds(1);
  await expect(request).rejects.toThrow('the runner is silent: it did not stop within 20 s');
});

test('a runner that answered the request to stop has as long for the next one', async () => {
  const { runner, connection } = connected();
  for (let round = 0; round < 6; round++) {
    const stop = connection.request('stop', { reason: 'enough' });
    const { id } = await runner.next(kinds.stop);
    seconds(4);
    runner.answer(id, { ended: round });
    expect(await stop).toEqual({ ended: round });
    seconds(1);
  }
});

test('after the end nothing is watched, and who asks late is told the reason', async () => {
  const { runner, connection } = connected();
  const request = connection.request('stat', {});
  runner.raw(encode('error', 0, Buffer.from('{"reason":"it broke"}')));
  await expect(request).rejects.toThrow('it broke');
  expect(vi.getTimerCount()).toBe(0);
  const told: string[] = [];
  connection.onEnd((reason) => told.push(reason));
  expect(told).toEqual(['it broke']);
});
