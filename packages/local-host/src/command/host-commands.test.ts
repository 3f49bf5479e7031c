import { closeSync, fstatSync, openSync, realpathSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { HostCommands } from '@hostspec/host-kit';
import { type CommandEnd, hostError } from '@hostspec/spec';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import type { Program } from '../program/programs.js';
import { hostCommands, scratchFile } from './host-commands.js';
import type { RunCommand } from './run-command.js';

let folder = '';
beforeEach(() => {
  folder = temporaryDirectory();
});
afterEach(() => vi.doUnmock('./scratch.js'));

const maxItemBytes = 1_000_000;

/** Commands that print what `print` gives, and how often each was run. */
const machine = (
  print: (argv: readonly string[], maxBytes: number) => string,
  end: CommandEnd = { rc: 0 },
  make = hostCommands,
) => {
  const runs: string[] = [];
  const files: number[] = [];
  const start: RunCommand = async (argv, to, { maxBytes = maxItemBytes }) => {
    runs.push(argv.join(' '));
    writeSync(await to(), print(argv, maxBytes));
    return end;
  };
  const scratch = async (): Promise<number> => {
    files.push(openSync(join(folder, String(files.length)), 'w+'));
    return files.at(-1) ?? -1;
  };
  const open = (): number => files.filter(isOpen).length;
  onTestFinished(() => {
    for (const fd of files.filter(isOpen)) closeSync(fd);
  });
  return { commands: make(start, () => absent, scratch, maxItemBytes), runs, open };
};

const absent: Program = { problem: 'absent', reason: 'command not found' };

const isOpen = (fd: number, index: number): boolean => {
  try {
    const { dev, ino } = fstatSync(fd);
    const same = statSync(join(folder, String(index)));
    return dev === same.dev && ino === same.ino;
  } catch {
    return false;
  }
};

const text = ({ output }: { readonly output: Uint8Array }): string => Buffer.from(output).toString();

const into = async (commands: HostCommands, argv: readonly string[], maxBytes?: number) => {
  const pieces: Buffer[] = [];
  const take = (piece: Uint8Array): void => void pieces.push(Buffer.from(piece));
  const end = await commands.runInto(argv, take, maxBytes === undefined ? {} : { maxBytes });
  return { ...end, text: Buffer.concat(pieces).toString() };
};

describe('a command', () => {
  test('is run once, and gives its output to all who ask', async () => {
    const { commands, runs, open } = machine(([program]) => `of ${program}`, { rc: 3 });
    const both = await Promise.all([commands.run(['a']), commands.run(['a'])]);
    for (const result of [...both, await commands.run('a')])
      expect([result.rc, text(result)]).toEqual([3, 'of a']);
    expect(await into(commands, ['a'])).toEqual({ rc: 3, text: 'of a' });
    expect(await into(commands, ['a'], 2)).toMatchObject({ rc: 3, text: 'of' });
    expect(runs).toEqual(['a']);
    expect(text(await commands.run(['b']))).toBe('of b');
    expect(open()).toBe(0);
  });

  test('is run again if more is wanted than it was cut at before', async () => {
    const { commands, runs } = machine((_, maxBytes) => 'x'.repeat(maxBytes), {
      rc: 0,
      cut: { reason: 'output cut' },
    });
    const lengths: number[] = [];
    for (const maxBytes of [10, 5, 10, 20, 2 * maxItemBytes])
      lengths.push((await into(commands, ['a'], maxBytes)).text.length);
    expect(lengths).toEqual([10, 5, 10, 20, maxItemBytes]);
    expect(runs).toHaveLength(3);
  });

  test('whose output is gone is run again', async () => {
    const large = 'y'.repeat(70_000);
    const { commands, runs, open } = machine(() => large);
    // As many large outputs are held.
    for (let index = 0; index < 64; index++) await commands.run([`held${index}`]);
    for (const asked of [1, 2, 3]) {
      expect(text(await commands.run(['last']))).toBe(large);
      expect(runs.filter((each) => each === 'last')).toHaveLength(asked);
    }
    expect(await into(commands, ['other'])).toEqual({ rc: 0, text: large });
    expect(await into(commands, ['other'])).toEqual({ rc: 0, text: large });
    expect(runs.filter((each) => each === 'other')).toHaveLength(2);
    expect(open()).toBe(64);
  });

  test('that cannot be run says why, and leaves no file open', async () => {
    const failing = (start: RunCommand, scratch = async () => openSync(join(folder, '0'), 'w+')) =>
      hostCommands(start, () => absent, scratch, maxItemBytes);
    const after = async (error: unknown) => {
      let fd = -1;
      const result = await failing(async (_, to) => {
        fd = await to();
        throw error;
      }).run(['a']);
      expect(isOpen(fd, 0)).toBe(false);
      return result;
    };
    const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC', syscall: 'write' });
    expect(await after(full)).toMatchObject({ problem: 'failed', reason: expect.stringMatching(/^a: /) });
    expect(await after(hostError('denied', 'no right'))).toMatchObject({
      problem: 'denied',
      reason: 'no right',
    });
    const never = failing(async () => ({ problem: 'refused', reason: 'belongs to eve' }));
    const result = await never.run(['a']);
    expect(result).toMatchObject({ problem: 'refused', reason: 'belongs to eve' });
    expect(text(result)).toBe('');
    const noFile = failing(
      async (_, to) => ({ rc: await to() }),
      async () => {
        throw hostError('failed', 'no directory is available');
      },
    );
    expect(await noFile.run(['a'])).toMatchObject({ problem: 'failed', reason: 'no directory is available' });
  });
});

describe('with little space', () => {
  test.each([
    [0, false],
    [64 * 1024 - 1, false],
    [64 * 1024, true],
    [undefined, true],
  ])('of %s bytes, an output is kept: %s', async (free, isKept) => {
    vi.resetModules();
    vi.doMock('./scratch.js', async (original) => ({ ...(await original<object>()), freeSpace: () => free }));
    const { hostCommands: make } = await import('./host-commands.js');
    const { commands, open } = machine(() => 'output', { rc: 0 }, make);
    const result = await commands.run(['a']);
    if (isKept) expect([result.rc, text(result)]).toEqual([0, 'output']);
    else
      expect(result).toMatchObject({
        problem: 'failed',
        reason: `there is no space left for the output of a: ${free} bytes are free`,
      });
    expect(open()).toBe(0);
  });

  test('there may be no directory for an output', async () => {
    await expect(scratchFile(folder, () => false)).rejects.toMatchObject({
      problem: 'failed',
      message: 'no directory is available for the output of a command',
    });
  });
});

test('a descriptor for an output is waited for three seconds', async () => {
  vi.resetModules();
  const used = Object.assign(new Error('all descriptors are used'), { code: 'EMFILE' });
  let [attempts, waited] = [0, 0];
  vi.doMock('@hostspec/files', async (original) => {
    const files = await original<typeof import('@hostspec/files')>();
    const whileNoDescriptor: typeof files.whileNoDescriptor = ({ attempts: most, pause }, task) => {
      waited = (most - 1) * pause;
      return files.whileNoDescriptor({ attempts: most, pause: 0 }, task);
    };
    return { ...files, whileNoDescriptor };
  });
  vi.doMock('./scratch.js', () => ({
    openScratch() {
      attempts++;
      throw used;
    },
  }));
  const { scratchFile: waiting } = await import('./host-commands.js');
  vi.doUnmock('@hostspec/files');
  await expect(waiting(folder, () => true)).rejects.toBe(used);
  expect([attempts, waited]).toEqual([30, 2900]);
});

describe('a program', () => {
  const refused: Program = { problem: 'refused', reason: 'belongs to eve' };
  const which = async (program: Program, process?: number) => {
    const { which } = hostCommands(
      async () => ({ rc: 0 }),
      () => program,
      async () => -1,
      maxItemBytes,
    );
    const reasons: unknown[][] = [];
    const found = await which('word', {
      ...(process === undefined ? {} : { process }),
      refused: (...why) => void reasons.push(why),
    });
    expect(await which('word', process === undefined ? undefined : { process })).toBe(found);
    return { found, reasons };
  };

  test('is found by its word, with the reason if it is refused', async () => {
    const there: Program = { path: '/bin/tool', real: '/usr/bin/tool' };
    expect(await which(there)).toEqual({ found: '/bin/tool', reasons: [] });
    expect(await which(absent)).toEqual({ found: undefined, reasons: [] });
    expect(await which(refused)).toEqual({ found: undefined, reasons: [['belongs to eve', 'refused']] });
  });

  test('must be what the process runs that it is looked for', async () => {
    const real = realpathSync(process.execPath);
    expect(await which({ path: '/a/link', real }, process.pid)).toEqual({ found: '/a/link', reasons: [] });
    expect(await which({ path: '/a/link', real: '/bin/other' }, process.pid)).toEqual({
      found: undefined,
      reasons: [[`process ${process.pid} runs ${real}, whatever its command line says`, 'refused']],
    });
  });
});
