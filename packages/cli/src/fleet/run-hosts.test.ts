import { setTimeout } from 'node:timers/promises';
import type { HostLine } from '@hostspec/archive';
import type { FleetHost } from '@hostspec/remote/inventory';
import { expect, test } from 'vitest';
import { type CollectOne, runHosts } from './run-hosts.js';

const hostsOf = (...names: string[]): FleetHost[] =>
  names.map((name) => ({ name, connection: { by: 'local' }, sudo: false }));

/** Runs hosts; returns the lines in the order in which they ended. */
async function lines(
  hosts: readonly FleetHost[],
  collectOne: CollectOne,
  options: { parallel?: number; maxTime?: number; patience?: number; signal?: AbortSignal } = {},
): Promise<{ readonly started: number; readonly ended: HostLine[] }> {
  const ended: HostLine[] = [];
  const started = await runHosts(hosts, {
    parallel: 2,
    maxTime: undefined,
    patience: 60,
    signal: new AbortController().signal,
    collectOne,
    onStart() {},
    onEnd: (line) => void ended.push(line),
    ...options,
  });
  return { started, ended };
}

test('collects so many at once, each once', async () => {
  let running = 0;
  let most = 0;
  const names = Array.from({ length: 20 }, (_, i) => `h${i}`);
  const { ended, started } = await lines(
    hostsOf(...names),
    async () => {
      most = Math.max(most, ++running);
      await setTimeout(1);
      running--;
      return { outcome: 'collected' };
    },
    { parallel: 3 },
  );
  expect({ most, started }).toEqual({ most: 3, started: 20 });
  expect(ended.map(({ name }) => name).sort()).toEqual(names.sort());
});

test('a host that throws is reported with the code, and the others are collected', async () => {
  const { ended } = await lines(hostsOf('bad', 'good'), async ({ name }) => {
    if (name === 'bad') throw Object.assign(new Error('bad: no route to host'), { code: 'HOST_LOST' });
    return { outcome: 'collected' };
  });
  expect(ended).toMatchObject([
    { name: 'bad', outcome: 'failed', reason: 'no route to host', code: 'HOST_LOST' },
    { name: 'good', outcome: 'collected' },
  ]);
});

test('a host that hangs delays the others at most by its time, even if it never ends', async () => {
  const { ended } = await lines(
    hostsOf('hung', 'a', 'b', 'c'),
    ({ name }) =>
      name === 'hung' ? new Promise(() => {}) : Promise.resolve({ outcome: 'collected' as const }),
    { parallel: 1, maxTime: 0.05, patience: 0.05 },
  );
  expect(ended.map(({ name, outcome }) => [name, outcome])).toEqual([
    ['hung', 'failed'],
    ['a', 'collected'],
    ['b', 'collected'],
    ['c', 'collected'],
  ]);
  expect(ended[0]?.reason).toBe(
    'the run reached its time limit of 0.05 s, and the host did not end within 0.05 s after that',
  );
});

test('an interrupt starts no more hosts and ends those that run', async () => {
  const controller = new AbortController();
  const { ended, started } = await lines(
    hostsOf('a', 'b', 'c'),
    (_host, signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () =>
          resolve({ outcome: 'incomplete', reason: String(signal.reason) }),
        );
        controller.abort('interrupted by SIGINT');
      }),
    { parallel: 1, signal: controller.signal },
  );
  expect(started).toBe(1);
  expect(ended).toMatchObject([{ name: 'a', outcome: 'incomplete', reason: 'interrupted by SIGINT' }]);
});
