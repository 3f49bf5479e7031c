import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { itNeeds } from '@hostspec/testing';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { endedOutputs } from './ended-outputs.js';
import { pipeOutput } from './execute.js';
import { type HeldOutput, outputHolder, withoutOutput } from './held-outputs.js';

describe('outputs that are held', () => {
  let folder = '';
  const opened: number[] = [];
  beforeEach(() => {
    folder = temporaryDirectory();
  });

  const end = { rc: 0 };
  const small = 'x'.repeat(64 * 1024);
  const large = `${small}y`;

  const fileOf = (text: string): number => {
    const path = join(folder, String(opened.length));
    writeFileSync(path, text);
    const fd = openSync(path, 'r');
    opened.push(fd);
    return fd;
  };

  const isOpen = (fd: number, size: number): boolean => {
    try {
      return fstatSync(fd).size === size;
    } catch {
      return false;
    }
  };

  const given = async (held: HeldOutput, maxBytes = 1e9) => {
    const pieces: Uint8Array[] = [];
    const answer = await held.give((piece) => void pieces.push(Uint8Array.from(piece)), maxBytes);
    return [answer, Buffer.concat(pieces).toString()];
  };

  test.each([
    ['nothing', ''],
    ['a small output', small],
    ['a large output', large],
  ])('%s is given as often as wanted, whole or its start', async (_, text) => {
    const held = outputHolder()(end, fileOf(text), 99);
    expect([held.end, held.limit]).toEqual([end, 99]);
    for (let time = 0; time < 2; time++) {
      expect(Buffer.from(held.start(5) ?? []).toString()).toBe(text.slice(0, 5));
      expect(await given(held)).toEqual([{}, text]);
    }
  });

  test.each([small, large])('what is cut says so', async (text) => {
    const held = outputHolder()(end, fileOf(text), 99);
    const cut = { reason: `the first 3 of ${text.length} bytes`, originalBytes: text.length };
    expect(await given(held, 3)).toEqual([{ cut }, 'xxx']);
  });

  test('small outputs are in memory, their files closed; large ones stay in theirs', () => {
    const hold = outputHolder();
    const [one, other] = [fileOf(small), fileOf(large)];
    hold(end, one, 99);
    expect(isOpen(one, small.length)).toBe(false);
    hold(end, other, 99);
    expect(isOpen(other, large.length)).toBe(true);
  });

  test('of too many large outputs, the last are gone once they were used', async () => {
    const hold = outputHolder();
    const all = Array.from({ length: 65 }, () => hold(end, fileOf(large), 99));
    const [kept, last] = [all[63], all[64]] as [HeldOutput, HeldOutput];
    expect(kept.start(1)).toHaveLength(1);
    expect(await given(kept)).toEqual([{}, large]);
    const fd = opened.at(-1) ?? -1;
    // Both use it at the same time.
    const [first, second] = await Promise.all([given(last), given(last, 2)]);
    expect(first).toEqual([{}, large]);
    expect(second[1]).toBe('xx');
    expect(isOpen(fd, large.length)).toBe(false);
    expect(last.start(1)).toBeUndefined();
    expect(await given(last)).toEqual(['gone', '']);
  });

  test('what never had an output gives an empty one', async () => {
    const held = withoutOutput({ problem: 'failed' });
    expect(held.end).toEqual({ problem: 'failed' });
    expect(held.start(9)).toHaveLength(0);
    expect(await given(held)).toEqual([{}, '']);
  });
});

describe('piped outputs', () => {
  let folder = '';
  beforeEach(() => {
    folder = temporaryDirectory();
  });

  class Pipe extends EventEmitter {
    destroyed = 0;
    destroy(): void {
      this.destroyed++;
    }
  }

  const childWith = (stdout: Pipe | null, stderr: Pipe | null): ChildProcess =>
    Object.assign(new EventEmitter(), { stdout, stderr }) as unknown as ChildProcess;

  /** A command with pipes, and the file that its output goes to, up to ten bytes. */
  function piped(flags = 'w+') {
    const path = join(folder, 'output');
    writeFileSync(path, '');
    const fd = openSync(path, flags);
    onTestFinished(() => closeSync(fd));
    const [stdout, stderr] = [new Pipe(), new Pipe()];
    const child = childWith(stdout, stderr);
    const end = vi.fn(() => expect([stdout.destroyed, stderr.destroyed]).toEqual([0, 0]));
    const output = pipeOutput(child, fd, 10, end);
    const print = (text: string, pipe = stdout): unknown => pipe.emit('data', Buffer.from(text));
    return { child, stdout, stderr, end, output, print, text: () => readFileSync(path, 'utf8') };
  }

  test('what a command prints is written as it comes, up to the limit', () => {
    const { stdout, stderr, end, output, print, text } = piped();
    print('abc');
    print('ERR', stderr);
    print('defg');
    expect(text()).toBe('abcERRdefg');
    expect(end).not.toHaveBeenCalled();
    print('h', stderr);
    print('i');
    expect(text()).toBe('abcERRdefg');
    expect(end).toHaveBeenCalledTimes(1);
    expect([stdout.destroyed, stderr.destroyed, output.failure]).toEqual([1, 1, undefined]);
  });

  test('a piece beyond the limit is cut', () => {
    const { end, print, text } = piped();
    print('0123456789abc');
    expect(text()).toBe('0123456789');
    expect(end).toHaveBeenCalledTimes(1);
  });

  test('the first error of writing ends the command, and is kept', () => {
    const { stdout, stderr, end, output, print, text } = piped('r');
    print('abc');
    const { failure } = output;
    expect(failure).toMatchObject({ code: 'EBADF' });
    print('def', stderr);
    expect(output.failure).toBe(failure);
    expect(end).toHaveBeenCalledTimes(1);
    expect([stdout.destroyed, stderr.destroyed, text()]).toEqual([1, 1, '']);
  });

  test('pipes are closed once the command has ended, even if a process still holds them', async () => {
    const { child, stdout, stderr, output, print, text } = piped();
    child.emit('exit');
    print('last');
    await vi.waitUntil(() => stdout.destroyed > 0, { timeout: 60_000 });
    expect([stderr.destroyed, text()]).toEqual([1, 'last']);
    output.close();
    expect([stdout.destroyed, stderr.destroyed]).toEqual([2, 2]);
  });

  test('an error of a pipe does not end this process', () => {
    const { stdout, output } = piped();
    expect(stdout.emit('error', new Error('EIO'))).toBe(true);
    expect(output.failure).toBeUndefined();
  });

  test('a command that got no pipes has no output', async () => {
    const child = childWith(null, null);
    const { close, failure } = pipeOutput(child, -1, 10, () => expect.unreachable('there is no output'));
    const ended = once(child, 'exit');
    child.emit('exit');
    await ended;
    close();
    expect(failure).toBeUndefined();
  });
});

describe('outputs that ended', () => {
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

    itHasProc('is not looked for if it is closed or is not a regular file', () => {
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
});
