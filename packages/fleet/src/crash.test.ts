import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { needs } from '@hostspec/testing';
import { afterAll, describe, expect } from 'vitest';
import { randomNumbers } from '../../../tools/test/seed.js';
import { fleetViews } from './define-views.js';
import { openEngine } from './engine.js';
import { readState } from './fleet-state.js';
import { type FleetAction, type FleetOptions, runFleet } from './run-fleet.js';
import { newDirectory, newFleet, removeDirectories, type TestRun, writeArchive } from './testing/archives.js';
import { verifyFleet } from './verify-fleet.js';

afterAll(removeDirectories);

/** At how many calls each action is ended. */
const most = Number(process.env.HOSTSPEC_MOMENTS ?? 3);

// 2020-03-06 is a Friday: the days have a Sunday.
const firstDay = Date.UTC(2020, 2, 6);
const dayLength = 86_400_000;
const days = [...Array(6).keys()].map((day) =>
  new Date(firstDay + day * dayLength).toISOString().slice(0, 10),
);

/** A run of a host, whose value is that of the day. */
const archive = (target: string, day: number, more: Partial<TestRun> = {}): string =>
  writeArchive({
    ...{ target, started: firstDay + day * dayLength },
    specs: {
      hostname: { 'etc/hostname': `${target}\n` },
      sysctl: { sysctl: `vm.swappiness = ${day}\n` },
      df__alP: {
        df: `Filesystem 1024-blocks Used Available Capacity Mounted on\n/dev/vda1 9 ${day} 9 ${day}% /\n`,
      },
      ...(day % 2 === 0 && { motd: { 'etc/motd': `${target} ${day}\n` } }),
    },
    ...more,
  });

interface Action {
  readonly words: readonly string[];
  readonly options?: FleetOptions;
}

const io = { out: { write: () => true }, err: process.stderr, cwd: '/' };
const run = (fleet: string, { words: [action = '', ...others], options = {} }: Action): Promise<number> =>
  runFleet(action as FleetAction, fleet, others, options, io);
const add = (...words: string[]): Action => ({ words: ['add', ...words] });
const compact: Action = { words: ['compact'] };

const fleetOf = async (...actions: readonly Action[]): Promise<string> => {
  const fleet = newFleet();
  for (const action of actions) expect(await run(fleet, action)).toBe(0);
  return fleet;
};

/** The rows of all days. Since when a state is known, and the bytes of content with noise, depend on whether it was filed. */
const rowsOf = async (fleet: string): Promise<string[]> => {
  const engine = await openEngine(fleet);
  try {
    const snapshots = days.flatMap((day) =>
      ['outcomes', 'items'].map((table) => `snapshot_${table}(DATE '${day}')`),
    );
    const views = ['hosts', 'runs', 'contents', 'measures', 'filesystem', 'facts_kv'];
    const columns = "COLUMNS(c -> c NOT IN ('as_of', 'day', 'turn', 'sha256', 'bytes'))";
    const parts = [...snapshots, ...views].map(
      (from) =>
        `SELECT '${from.replaceAll("'", '')} ' || to_json(t) AS row FROM (SELECT ${columns} FROM ${from}) t`,
    );
    const question = `${parts.join(' UNION ALL ')} ORDER BY 1`;
    await fleetViews(engine, fleet, readState(fleet)).defineNamed(question);
    const found = await engine.rows(question);
    return found.map(({ row }) => String(row));
  } finally {
    engine.close();
  }
};

const entry = pathToFileURL(join(import.meta.dirname, '../dist/index.js')).href;
const child = `import(process.argv[1]).then(({ runFleet }) => runFleet(process.argv[2], process.argv[3], process.argv.slice(5), JSON.parse(process.argv[4]),
  { out: process.stdout, err: process.stderr, cwd: '/' }))`;

let library: string | undefined;

/** The library that ends a process at a call, for `LD_PRELOAD`. */
const endAt = (): string => {
  if (library !== undefined) return library;
  const path = join(newDirectory(), 'end-at.so');
  const source = join(import.meta.dirname, 'testing/end-at.c');
  const { status, stderr } = spawnSync('gcc', ['-shared', '-fPIC', '-o', path, source], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  library = path;
  return path;
};

/** Runs an action in a process that ends as `env` says; the signal that ended it. */
const runInProcess = async (
  fleet: string,
  { words: [action = '', ...others], options = {} }: Action,
  env: Readonly<Record<string, string>>,
): Promise<unknown> => {
  const words = ['--eval', child, entry, action, fleet, JSON.stringify(options), ...others];
  const own = { ...process.env, LD_PRELOAD: endAt(), END_BELOW: fleet, ...env };
  const running = spawn(process.execPath, words, { stdio: 'ignore', env: own });
  const [, signal] = await once(running, 'close');
  return signal;
};

const copyOf = (fleet: string): string => {
  const copy = join(newDirectory(), 'fleet');
  cpSync(fleet, copy, { recursive: true });
  return copy;
};

/** One of each of as many equal parts of the calls as wanted. */
const someOf = (calls: number): number[] => {
  const draw = randomNumbers();
  const wanted = Math.min(calls, most);
  const starts = [...Array(wanted + 1).keys()].map((part) => 1 + Math.floor((part * calls) / wanted));
  return starts.slice(0, -1).map((start, part) => start + draw((starts[part + 1] ?? 0) - start));
};

interface Check {
  /** Whether the action changes the fleet once, so that it never has other rows than before and after it. Default: one. */
  readonly steps?: 'one' | 'several';
}

/** Ends an action at calls that change the directory: nothing is lost or there twice, and the same action then has the same result. */
const endEverywhere = async (fleet: string, action: Action, { steps = 'one' }: Check = {}): Promise<void> => {
  const whole = copyOf(fleet);
  const log = join(newDirectory(), 'calls');
  expect(await runInProcess(whole, action, { END_LOG: log })).toBe(null);
  const calls = readFileSync(log, 'utf8').trimEnd().split('\n');
  expect(new Set(calls)).toEqual(new Set(['symlink', 'open', 'write', 'fsync', 'rename', 'unlink']));
  const after = await rowsOf(whole);
  for (const at of someOf(calls.length)) {
    const ended = `${action.words[0]} ended at call ${at} of ${calls.length}, ${calls[at - 1]}`;
    const copy = copyOf(fleet);
    expect(await runInProcess(copy, action, { END_AT: String(at) }), ended).toBe('SIGKILL');
    expect((await verifyFleet(copy)).problems, ended).toEqual([]);
    const isBegun = JSON.stringify(readState(copy)) !== JSON.stringify(readState(fleet));
    if (isBegun && steps === 'one') expect(await rowsOf(copy), ended).toEqual(after);
    if (action.words[0] !== 'forget' || !isBegun) expect(await run(copy, action), ended).toBe(0);
    expect(await rowsOf(copy), ended).toEqual(after);
    rmSync(copy, { recursive: true });
  }
};

describe('kill -9 loses and doubles nothing, at the calls that change the directory of a fleet', () => {
  const withCompiler = needs('gcc');
  const first = [archive('web1', 0), archive('web2', 0), archive('web1', 1)];
  const later = [archive('web1', 3), archive('web2', 3)];

  withCompiler('in add, with an archive that comes late', async () => {
    const fleet = await fleetOf(add(...first), compact, add(...later), compact);
    await endEverywhere(fleet, add(archive('web1', 2), archive('web3', 4)), { steps: 'several' });
  });

  withCompiler('in add, with clones', async () => {
    const clone = (target: string, day: number, bootId: string): string =>
      archive(target, day, { machineId: 'one', bootId });
    const fleet = await fleetOf(add(clone('a', 0, 'x'), clone('b', 1, 'y')), compact);
    await endEverywhere(fleet, add(clone('a', 2, 'x'), clone('b', 3, 'y')), { steps: 'several' });
  });

  withCompiler('in compact', async () => {
    const fleet = await fleetOf(add(...first), compact, add(...later), add(archive('web3', 2)));
    await endEverywhere(fleet, compact);
  });

  withCompiler('in compact that removes old days', async () => {
    const fleet = await fleetOf(add(...first, ...later), compact);
    await endEverywhere(fleet, { words: ['compact'], options: { keep: '1d' } });
  });

  withCompiler('in forget', async () => {
    const fleet = await fleetOf(add(...first), compact, add(...later));
    await endEverywhere(fleet, { words: ['forget', 'web1'] });
  });
});
