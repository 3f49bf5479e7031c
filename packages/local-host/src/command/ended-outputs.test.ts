import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { itNeeds } from '@hostspec/testing';
import { afterEach, beforeEach, describe, expect, onTestFinished, vi } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { endedOutputs } from './ended-outputs.js';

const itHasProc = itNeeds('/proc', existsSync('/proc/self/fd'));
// A process is looked for after one to two of these periods, in milliseconds.
const period = 250;

let folder = '';
beforeEach(() => {
  folder = temporaryDirectory();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => vi.useRealTimers());

const output = (name = 'output'): number => {
  const fd = openSync(join(folder, name), 'w+');
  onTestFinished(() => closeSync(fd));
  return fd;
};

/** How many descriptors of this process lead to the output, but for that of the test. */
const timesOpen = (name = 'output'): number =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`) === join(folder, name);
    } catch {
      return false;
    }
  }).length - 1;

const holding = (
  out: number | 'ignore',
  err: number | 'ignore' = 'ignore',
): ChildProcess & { pid: number } => {
  const child = spawn('/bin/sleep', ['100'], { stdio: ['ignore', out, err] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child as ChildProcess & { pid: number };
};

/** Looks for these processes, and notes those that it finds; `isOurs` says whether one is ended. */
const looking = (processes: readonly number[], isOurs = true) => {
  const found: number[] = [];
  const outputs = endedOutputs(
    () => processes,
    (pid) => {
      found.push(pid);
      return isOurs;
    },
  );
  onTestFinished(() => outputs.forget());
  return { outputs, found };
};

describe('the output of an ended command', () => {
  itHasProc('is held by those that have it as standard output or standard error', () => {
    const [fd, other] = [output(), output('other')];
    const [out, err, neither] = [holding(fd), holding('ignore', fd), holding(other)];
    const { outputs, found } = looking([neither.pid, out.pid, err.pid]);
    outputs.add(fd);
    vi.advanceTimersByTime(2 * period);
    expect(found).toEqual([out.pid, err.pid]);
  });

  itHasProc('is left alone for a period, in which processes may still release it', () => {
    const { pid } = holding(output());
    const { outputs, found } = looking([pid]);
    outputs.add(output());
    vi.advanceTimersByTime(2 * period - 1);
    expect(found).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(found).toEqual([pid]);
  });

  itHasProc('is looked for again after a process was ended that held it', () => {
    const fd = output();
    const { pid } = holding(fd);
    const { outputs, found } = looking([pid]);
    outputs.add(fd);
    vi.advanceTimersByTime(4 * period);
    expect(found).toEqual([pid, pid, pid]);
    expect(timesOpen()).toBe(1);
  });

  itHasProc('is let go once nothing of the run holds it, and no timer is left', () => {
    const fd = output();
    const { pid } = holding(fd);
    const { outputs, found } = looking([pid], false);
    outputs.add(fd);
    expect([timesOpen(), vi.getTimerCount()]).toEqual([1, 1]);
    vi.advanceTimersByTime(4 * period);
    expect(found).toEqual([pid]);
    expect([timesOpen(), vi.getTimerCount()]).toEqual([0, 0]);
    outputs.add(fd);
    vi.advanceTimersByTime(2 * period);
    expect(found).toEqual([pid, pid]);
  });

  itHasProc('is not mixed up with one that has been added meanwhile', () => {
    const [first, second] = [output('first'), output('second')];
    const [one, other] = [holding(first), holding(second)];
    const { outputs, found } = looking([one.pid, other.pid], false);
    outputs.add(first);
    vi.advanceTimersByTime(period);
    outputs.add(second);
    vi.advanceTimersByTime(period);
    expect(found).toEqual([one.pid]);
    expect([timesOpen('first'), timesOpen('second')]).toEqual([0, 1]);
    vi.advanceTimersByTime(period);
    expect(found).toEqual([one.pid, other.pid]);
  });

  itHasProc('asks for processes only if there is one to look for', () => {
    const processes = vi.fn(() => []);
    const outputs = endedOutputs(processes, () => true);
    outputs.add(output());
    vi.advanceTimersByTime(period);
    expect(processes).not.toHaveBeenCalled();
    vi.advanceTimersByTime(10 * period);
    expect(processes).toHaveBeenCalledTimes(1);
  });

  itHasProc('is forgotten when the run ends', () => {
    const [first, second] = [output('first'), output('second')];
    const { outputs, found } = looking([holding(first).pid, holding(second).pid]);
    outputs.add(first);
    vi.advanceTimersByTime(period);
    outputs.add(second);
    outputs.forget();
    expect([timesOpen('first'), timesOpen('second'), vi.getTimerCount()]).toEqual([0, 0, 0]);
    // Nothing of the run closes a descriptor that was closed, which may be that of another file now.
    outputs.forget();
    vi.advanceTimersByTime(4 * period);
    expect(found).toEqual([]);
  });

  itHasProc('that is no regular file, or is closed, is not looked for', () => {
    const { outputs } = looking([]);
    const device = openSync('/dev/null', 'w');
    outputs.add(device);
    closeSync(device);
    outputs.add(device);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('with few descriptors', () => {
  const softLimit = (): string =>
    /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1'))?.[1] ?? '';
  const setLimit = (limit: string): void =>
    void spawnSync('prlimit', ['--pid', String(process.pid), `--nofile=${limit}:`]);
  const canLimit = existsSync('/proc/self/limits') && spawnSync('prlimit', ['--version']).status === 0;

  itNeeds('prlimit', canLimit)('only some are looked for', () => {
    const before = softLimit();
    onTestFinished(() => setLimit(before));
    const heldWith = (limit: string): number => {
      const { outputs } = looking([]);
      const fd = output(limit);
      setLimit(limit);
      expect(softLimit()).toBe(limit);
      for (let time = 0; time < 600; time++) outputs.add(fd);
      const times = timesOpen(limit);
      outputs.forget();
      setLimit(before);
      return times;
    };
    // Of 256 descriptors none is left for this; of those beyond, half are.
    expect(['200', '256', '301', '400'].map(heldWith)).toEqual([0, 0, 22, 72]);
  });

  itNeeds('prlimit', canLimit && Number(softLimit()) >= 2000)('at most 512 are looked for', () => {
    const { outputs } = looking([]);
    const fd = output();
    for (let time = 0; time < 600; time++) outputs.add(fd);
    expect(timesOpen()).toBe(512);
  });
});
