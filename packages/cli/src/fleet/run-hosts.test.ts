import { setTimeout } from 'node:timers/promises';
import type { HostLine } from '@hostspec/archive';
import type { FleetHost } from '@hostspec/remote/inventory';
import { describe, expect, test } from 'vitest';
import { safeOutput } from '../safe-output.js';
import { inTurns } from './collect-one.js';
import { showFleet } from './fleet-progress.js';
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

describe('turns', () => {
  test('works take turns in their order, also after one failed', async () => {
    const turn = inTurns(2, 60);
    const begun: number[] = [];
    let running = 0;
    let most = 0;
    const works = [...Array(9).keys()].map((each) =>
      turn(async () => {
        begun.push(each);
        most = Math.max(most, ++running);
        await setTimeout(1);
        running--;
        if (each === 1) throw new Error('no');
        return each;
      }),
    );
    const ends = await Promise.allSettled(works);
    expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(most).toBe(2);
    expect(ends.map(({ status }) => status).filter((status) => status === 'rejected')).toHaveLength(1);
  });

  test('one that hangs does not delay the others for ever', async () => {
    const turn = inTurns(1, 0.01);
    const hung = turn(() => new Promise(() => {}));
    expect(await turn(async () => 'done')).toBe('done');
    expect(await Promise.race([hung, setTimeout(1, 'hangs')])).toBe('hangs');
  });
});

describe('progress', () => {
  /** A terminal that remembers what it shows. */
  function terminal(columns: number, rows: number, isTTY = true) {
    const lines = [''];
    const write = (content: string | Uint8Array): void => {
      const text = String(content);
      for (let at = 0; at < text.length; at++) {
        const rest = text.slice(at);
        const up = '\x1b[1A\r\x1b[K';
        if (rest.startsWith(up)) {
          lines.pop();
          lines[lines.length - 1] = '';
          at += up.length - 1;
        } else if (rest.startsWith('\r\x1b[K')) {
          lines[lines.length - 1] = '';
          at += 3;
        } else if (rest[0] === '\n') lines.push('');
        else lines.push((lines.pop() ?? '') + text.charAt(at));
      }
    };
    return {
      io: { err: safeOutput({ isTTY, columns, rows, write }) },
      shown: () => lines,
    };
  }

  const ended = (name: string, outcome: 'collected' | 'failed', reason?: string) => ({
    name,
    outcome,
    seconds: 1.5,
    ...(reason === undefined ? {} : { reason }),
  });

  test('a terminal shows a line for each running host and one with totals, and keeps those that failed', () => {
    const { io, shown } = terminal(100, 24);
    const progress = showFleet(4, io);
    progress.begin('web1', {});
    progress.begin('web2', { specs: { done: 3, total: 9 }, longest: () => ['/bin/slow -a', '/bin/other'] });
    progress.begin('bad', {});
    progress.end(ended('bad', 'failed', 'no route to host'));
    expect(shown()).toEqual([
      'bad: failed, 1.5 s: no route to host',
      expect.stringMatching(/^ {2}web1: connecting, .* s$/),
      expect.stringMatching(/^ {2}web2: 3\/9 specs, .* s, waiting for \/bin\/slow -a$/),
      expect.stringMatching(/^0\/4 hosts collected, 1 failed, 2 running, .* s$/),
    ]);
    progress.end(ended('web1', 'collected'));
    progress.end(ended('web2', 'collected'));
    expect(shown().slice(1)).toEqual([expect.stringMatching(/^2\/4 hosts collected, 1 failed, 0 running/)]);
    progress.close();
    expect(shown()).toEqual(['bad: failed, 1.5 s: no route to host', '']);
  });

  test.each([
    [20, 5],
    [80, 10],
  ])('a terminal of %i columns and %i rows shows no more than fits', (columns, rows) => {
    const { io, shown } = terminal(columns, rows);
    const progress = showFleet(100, io);
    for (let i = 0; i < 50; i++) progress.begin(`ä漢😀${i}`.padEnd(300, 'x'), {});
    progress.begin('last', {});
    progress.end(ended('last', 'collected'));
    expect(shown()).toHaveLength(rows - 1);
    for (const line of shown()) expect(line).toMatch(new RegExp(`^[\\x20-\\x7e]{0,${columns - 1}}$`));
    expect(shown().at(-2)).toMatch(/^ {2}and \d+ more$/);
    progress.close();
  });

  test('elsewhere there is one line for each host that ended, without control characters', () => {
    const { io, shown } = terminal(80, 24, false);
    const progress = showFleet(2, io);
    progress.begin('a', {});
    progress.end(ended('a', 'failed', 'it said\n\x1b[2J\u202e'));
    progress.end(ended('b', 'collected'));
    expect(shown()).toEqual(['a: failed, 1.5 s: it said \\x1b[2J\\u202e', 'b: collected, 1.5 s', '']);
  });
});
