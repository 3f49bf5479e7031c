import { foreachExecute, simpleCommand, slice } from '@hostspec/spec';
import { fakeHost } from '@hostspec/testing';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { memorySink } from '../content/memory-sink.js';
import { collectInto, plan } from '../index.js';
import { collectingHost } from '../plan/collecting-host.js';
import { patientHost } from './patient-host.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const share = (avg10: number): string =>
  `some avg10=${avg10.toFixed(2)} avg60=0.00 avg300=0.00 total=1\nfull avg10=99.00 avg60=0.00 avg300=0.00 total=1\n`;

/** A patient host with this pressure, which can change, and what of its commands ran when. */
function busy(pressure: Record<string, number>, most = 100) {
  const ran: [word: string, second: number][] = [];
  const start = Date.now();
  const files = Object.fromEntries(Object.keys(pressure).map((name) => [`/proc/pressure/${name}`, '']));
  const plain = collectingHost(fakeHost({ files, commands: {} }));
  const host = {
    ...plain,
    readFile: async (path: string) => Buffer.from(share(pressure[path.split('/').at(-1) ?? ''] ?? 0)),
    run: async (words: string | readonly string[]) => {
      ran.push([String(words), (Date.now() - start) / 1000]);
      return plain.run(words);
    },
  };
  return { ...patientHost(host, host, most), ran };
}

describe('a command waits for 2 s', () => {
  test.each([
    [{ cpu: 20.01 }, 2],
    [{ cpu: 20, io: 20, memory: 5 }, 0],
    [{ io: 55 }, 2],
    [{ memory: 5.1 }, 2],
    [{}, 0],
  ])('if the host is under pressure: %j', async (pressure, seconds) => {
    const { host, ran, paused, pauses } = busy(pressure);
    const all = Promise.all([host.run('/bin/a'), host.run(['/bin/b'])]);
    await vi.advanceTimersByTimeAsync(10_000);
    await all;
    expect(ran).toEqual([
      ['/bin/a', seconds],
      ['/bin/b', 2 * seconds],
    ]);
    expect(paused()).toBe(2 * seconds);
    if (seconds === 0) expect(pauses()).toEqual([]);
  });

  test('until the time for pauses is used up, and what is said at the end tells it', async () => {
    const { host, ran, pauses } = busy({ cpu: 30, memory: 6 }, 5);
    const all = Promise.all(['a', 'b', 'c'].map((word) => host.run(word)));
    await vi.advanceTimersByTimeAsync(10_000);
    await all;
    expect(ran.map(([, second]) => second)).toEqual([2, 4, 4]);
    expect(pauses()).toEqual([
      'commands waited for 4 s in all while the host was under pressure (at most cpu 30 %, memory 6 %), and no longer, because of the time limit',
    ]);
  });

  test('unless the run ends', async () => {
    const { host, ran } = busy({ cpu: 30 });
    const both = Promise.all([host.run('a'), host.run('b')]);
    await vi.advanceTimersByTimeAsync(500);
    await host.stop('ended');
    await both;
    expect(ran.map(([, second]) => second)).toEqual([0.5, 0.5]);
  });
});

test('a patient run says at the end how long it waited, and its pauses do not count as time of a spec', async () => {
  const doc = { doc: 'd' };
  const catalog = slice({
    name: 's',
    version: '1.0.0',
    specs: {
      names: simpleCommand('/bin/names', doc),
      each: foreachExecute('/bin/each %s', { type: 'simple_command', command: '/bin/names' }, doc),
    },
  });
  const fake = fakeHost({
    files: { '/proc/pressure/cpu': share(70) },
    commands: Object.fromEntries([
      ['/bin/names', 'a\nb\nc\n'],
      ...['a', 'b', 'c'].map((word) => [`/bin/each ${word}`, 'x\n']),
    ]),
  });
  const collected = async (more: object) => {
    const host = { ...collectingHost(fake), executes: true };
    const planned = await plan(catalog, { host });
    const outcomes: [string, string][] = [];
    const all = collectInto(planned, {
      catalog,
      host,
      sink: memorySink(),
      redaction: 'none',
      onOutcome: ({ name, status }) => outcomes.push([name, status]),
      ...more,
    });
    await vi.advanceTimersByTimeAsync(60_000);
    return { ...(await all), outcomes };
  };
  const patient = await collected({ patience: 100, maxSpecTime: 1 });
  expect(patient.outcomes).toEqual([
    ['names', 'collected'],
    ['each', 'collected'],
  ]);
  expect(patient.report.notes).toEqual([
    expect.stringMatching(
      /^commands waited for \d+ s in all while the host was under pressure \(at most cpu 70 %\)$/,
    ),
  ]);
  expect((await collected({})).report.notes).toEqual([]);
});
