import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { type ExecuteOptions, execute } from './execute.js';
import { markRun } from './leftovers.js';

let folder: string;
beforeEach(() => {
  folder = temporaryDirectory();
});

/** Runs a program; resolves to its result and what it printed. */
async function run(argv: readonly string[], options: Partial<ExecuteOptions> = {}, name = 'output') {
  const output = join(folder, name);
  const fd = openSync(output, 'w+');
  try {
    const executed = await execute(argv[0] ?? '', argv, fd, {
      env: {},
      timeout: 60,
      signal: 'SIGKILL',
      maxBytes: 1_000_000,
      nice: 10,
      mark: markRun(),
      stop: { reason: undefined, listeners: new Set() },
      ...options,
    });
    return { ...executed, text: readFileSync(output, 'utf8') };
  } finally {
    closeSync(fd);
  }
}

const shell = (script: string): string[] => ['/bin/sh', '-c', script];

function stopper() {
  const stop = {
    reason: undefined as string | undefined,
    listeners: new Set<() => void>(),
    now(reason: string) {
      stop.reason = reason;
      for (const listener of stop.listeners) listener();
    },
  };
  return stop;
}

/** Whether a process is gone within ten seconds; a zombie is. */
async function isGone(pid: number): Promise<boolean> {
  const runs = (): boolean => {
    try {
      return !/ [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
    } catch {
      return false;
    }
  };
  for (let attempt = 0; attempt < 500; attempt++) {
    if (!runs()) return true;
    await setTimeout(20);
  }
  return false;
}

describe.each([
  ['its output goes to a file', {}],
  ['its output goes through this process', { piped: true }],
])('a program, if %s', (_, how) => {
  test('gets arguments, environment and input, and the root as its current directory', async () => {
    const script = 'echo "$0 $1"; cat; echo "$A-$PATH_OF_TEST"; readlink /proc/self/cwd; exit 3';
    const argv = [...shell(script), 'a', 'b c'];
    expect(await run(argv, { ...how, env: { A: 'x', PATH: '/usr/bin:/bin' }, stdin: 'in\n' })).toEqual({
      rc: 3,
      text: 'a b c\nin\nx-\n/\n',
    });
  });

  test('has no input unless some is given, and no other environment', async () => {
    expect((await run(['/bin/cat'], how)).text).toBe('');
    expect((await run(['/usr/bin/env'], { ...how, env: { A: 'x' } })).text).toBe('A=x\n');
  });

  test('is followed by the end of what it left in its group, even if that does not hold the output', async () => {
    const { rc, text } = await run(shell('sleep 100 >/dev/null 2>&1 & echo $!'), {
      ...how,
      env: { PATH: '/usr/bin:/bin' },
    });
    expect(rc).toBe(0);
    expect(await isGone(Number(text))).toBe(true);
  });

  test('is ended after its time', async () => {
    const ended = await run(['/bin/sleep', '100'], { ...how, timeout: 0.2 });
    expect(ended).toEqual({ problem: 'timed out', reason: 'took longer than 0.2 s', text: '' });
  });

  test.each([
    ['SIGKILL', ''],
    ['SIGTERM', 'trap "" TERM;'],
  ] as const)('is ended with its group by %s, even if it ignores a signal', async (signal, trap) => {
    const pids = join(folder, 'pids');
    const script = `${trap} sleep 100 & echo $! $$ >${pids}.new; mv ${pids}.new ${pids}; while :; do wait; done`;
    const stop = stopper();
    const running = run(shell(script), { ...how, signal, stop, env: { PATH: '/usr/bin:/bin' } });
    while (!existsSync(pids)) await setTimeout(5);
    stop.now('enough');
    expect(await running).toMatchObject({ problem: 'failed', reason: 'ended: enough' });
    for (const pid of readFileSync(pids, 'utf8').trim().split(' '))
      expect(await isGone(Number(pid))).toBe(true);
  });

  test('is cut at its limit of bytes, and ended', async () => {
    expect(await run(['/usr/bin/yes', 'abcdefg'], { ...how, maxBytes: 20 })).toEqual({
      rc: 0,
      cut: { reason: 'output cut at 20 bytes' },
      text: 'abcdefg\nabcdefg\nabcd',
    });
    const atLimit = await run(shell('printf %020d 0; exit 4'), { ...how, maxBytes: 20 });
    expect(atLimit).toEqual({ rc: 4, text: '0'.repeat(20) });
  });
});

test('a program that ended before its output was cut keeps its status', async () => {
  // Nobody looks at its size while it runs.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    expect(await run(shell('printf 0123456789; exit 3'), { maxBytes: 5 })).toEqual({
      rc: 3,
      cut: { reason: 'output cut at 5 bytes' },
      text: '01234',
    });
  } finally {
    vi.useRealTimers();
  }
});

test('a program is looked after for as long as it runs, whatever others do meanwhile', async () => {
  const go = join(folder, 'go');
  const script = `until [ -e ${go} ]; do sleep 0.05; done; echo 0123456789; sleep 10; exit 3`;
  const running = run(shell(script), { maxBytes: 5, env: { PATH: '/usr/bin:/bin' } });
  await run(['/bin/true'], {}, 'other');
  // Sizes are looked at several times by then.
  await setTimeout(300);
  writeFileSync(go, '');
  expect(await running).toEqual({ rc: 0, cut: { reason: 'output cut at 5 bytes' }, text: '01234' });
});

test('a program that a signal ended has no status', async () => {
  expect(await run(shell('kill -TERM $$'))).toEqual({
    problem: 'failed',
    reason: 'ended by SIGTERM',
    text: '',
  });
});

test('the first reason to end a program counts, and nothing listens any more', async () => {
  const stop = stopper();
  const running = run(['/bin/sleep', '100'], { stop });
  for (const reason of ['first', 'second']) stop.now(reason);
  expect(await running).toMatchObject({ problem: 'failed', reason: 'ended: first' });
  expect(stop.listeners.size).toBe(0);
});

describe('a program that cannot be started', () => {
  test('is absent if it is not there', async () => {
    expect(await run(['/none/such'])).toMatchObject({
      problem: 'absent',
      reason: 'command not found: /none/such',
    });
  });

  test('is denied if it may not be run', async () => {
    const path = join(folder, 'file');
    writeFileSync(path, '', { mode: 0o600 });
    expect(await run([path])).toMatchObject({ problem: 'denied', reason: `no permission to run ${path}` });
  });

  test('fails if its arguments are too long', async () => {
    expect(await run(['/bin/echo', 'x'.repeat(200_000)])).toMatchObject({
      problem: 'failed',
      reason: '/bin/echo: the arguments are too long',
    });
  });
});

describe('a process that the system', () => {
  afterEach(() => vi.doUnmock('execa'));

  /** Runs a program whose process is what `start` gives, each time that it is started. */
  const started = async (start: (attempt: number) => object, options: Partial<ExecuteOptions> = {}) => {
    vi.resetModules();
    let attempts = 0;
    vi.doMock('execa', () => ({ execa: () => start(++attempts) }));
    const { execute: executed } = await import('./execute.js');
    const fd = openSync(join(folder, 'output'), 'w+');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const ending = executed('/bin/program', ['program'], fd, {
        env: {},
        timeout: 60,
        signal: 'SIGKILL',
        maxBytes: 100,
        nice: 10,
        mark: markRun(),
        stop: { reason: undefined, listeners: new Set() },
        ...options,
      });
      let hasEnded = false;
      void ending.finally(() => {
        hasEnded = true;
      });
      while (!hasEnded) await vi.advanceTimersByTimeAsync(10);
      return { end: await ending, attempts };
    } finally {
      vi.useRealTimers();
      closeSync(fd);
    }
  };
  const ends = (result: object): object => Promise.resolve(result);
  const failing = (code: string) => ends({ cause: Object.assign(new Error(`spawn ${code}`), { code }) });

  test.each([
    ['EAGAIN', 'resource temporarily unavailable'],
    ['EMFILE', 'too many open files'],
    ['ENFILE', 'file table overflow'],
    ['ENOMEM', 'not enough memory'],
  ])('has no room for is started again: %s', async (code, words) => {
    expect(await started((attempt) => (attempt < 3 ? failing(code) : ends({ exitCode: 0 })))).toEqual({
      end: { rc: 0 },
      attempts: 3,
    });
    expect(await started(() => failing(code))).toEqual({
      end: { problem: 'failed', reason: `/bin/program: ${words}` },
      attempts: 6,
    });
    const stop = { reason: 'enough', listeners: new Set<() => void>() };
    expect((await started(() => failing(code), { stop })).attempts).toBe(1);
  });

  test('fails to start for another reason is not started again', async () => {
    expect(await started(() => failing('EIO'))).toEqual({
      end: { problem: 'failed', reason: '/bin/program: i/o error' },
      attempts: 1,
    });
    // Node has no name for it.
    const cause = Object.assign(new Error('spawn'), { code: 'Unknown system error -8', errno: -8 });
    expect((await started(() => ends({ cause }))).end.reason).toBe(
      '/bin/program: not a program that this machine can run',
    );
    expect((await started(() => ends({ cause: 'unknown' }))).end.reason).toBe('/bin/program: unknown');
  });

  test('cannot kill is left behind', async () => {
    const [unref, destroy] = [vi.fn(), vi.fn()];
    const never = (stdin: object | null) => Object.assign(new Promise(() => {}), { unref, stdin });
    for (const [signal, stdin] of [
      ['SIGKILL', { destroy }],
      ['SIGTERM', null],
    ] as const)
      expect(await started(() => never(stdin), { timeout: 0.05, signal })).toEqual({
        end: {
          problem: 'timed out',
          reason: 'took longer than 0.05 s, and could not be killed: left behind',
        },
        attempts: 1,
      });
    expect([unref, destroy].map((each) => each.mock.calls.length)).toEqual([2, 1]);
  });
});
