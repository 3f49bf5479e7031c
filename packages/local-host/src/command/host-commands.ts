import { closeSync } from 'node:fs';
import { whileNoDescriptor } from '@hostspec/files';
import { commandKey, commandResult, type HostCommands, onceFor, runWords } from '@hostspec/host-kit';
import { type CommandEnd, type ContentLimit, hostError, maxReadBytes, type RunOptions } from '@hostspec/spec';
import { problemOf } from '../files/problems.js';
import type { Program } from '../program/programs.js';
import { notRunBy } from '../program/programs.js';
import { type HeldOutput, outputHolder, withoutOutput } from './held-outputs.js';
import { patience } from './patience.js';
import type { RunCommand } from './run-command.js';
import { freeSpace, minScratch, openScratch } from './scratch.js';

/** Makes the part of a host that runs commands, each at most once. */
export function hostCommands(
  start: RunCommand,
  findProgram: (word: string) => Program,
  scratch: () => Promise<number>,
  maxItemBytes: number,
): HostCommands {
  const hold = outputHolder();
  const limitOf = ({ maxBytes = maxItemBytes }: ContentLimit): number => Math.min(maxBytes, maxItemBytes);

  const runAside = async (argv: readonly string[], how: RunOptions & ContentLimit): Promise<HeldOutput> => {
    let fd: number | undefined;
    const openOutput = async (): Promise<number> => {
      fd = await scratch();
      return fd;
    };
    let end: CommandEnd;
    try {
      end = await start(argv, openOutput, how);
    } catch (error) {
      if (fd !== undefined) closeSync(fd);
      const { problem, message } = problemOf(error, argv[0] ?? '');
      return withoutOutput({ problem, reason: message });
    }
    if (fd === undefined) return withoutOutput(end);
    const free = freeSpace(fd) ?? minScratch;
    if (free >= minScratch) return hold(end, fd, limitOf(how));
    closeSync(fd);
    const reason = `there is no space left for the output of ${argv[0]}: ${free} bytes are free`;
    return withoutOutput({ problem: 'failed', reason });
  };

  const once = onceFor(commandKey, runAside);

  /** The output of a command, which is run again only if its output was cut before at less than is wanted now. */
  const outputOf = async (argv: readonly string[], how: RunOptions & ContentLimit): Promise<HeldOutput> => {
    const held = await once(argv, how);
    return held.end.cut === undefined || limitOf(how) <= held.limit ? held : await runAside(argv, how);
  };

  return {
    run: runWords(async (argv, how) => {
      const result = await outputOf(argv, how);
      const output = result.start(maxReadBytes);
      if (output) return commandResult(result.end, output);
      const again = await runAside(argv, how);
      return commandResult(again.end, again.start(maxReadBytes) ?? new Uint8Array());
    }),
    async runInto(argv, take, how = {}) {
      const most = limitOf(how);
      const result = await outputOf(argv, how);
      const given = await result.give(take, most);
      if (given !== 'gone') return { ...result.end, ...given };
      const again = await runAside(argv, how);
      await again.give(take, most);
      return again.end;
    },
    async which(word, { process, refused } = {}) {
      const program = findProgram(word);
      if (program.path === undefined) {
        if (program.problem !== 'absent') refused?.(program.reason, program.problem);
        return undefined;
      }
      const reason = notRunBy(process, program.real);
      if (reason === undefined) return program.path;
      refused?.(reason, 'refused');
      return undefined;
    },
  };
}

/** Opens a file without a name for the output of a command. @throws HostError if no directory is available for it. */
export async function scratchFile(
  directory: string | undefined,
  mayTouch: (directory: string) => boolean,
): Promise<number> {
  const fd = await whileNoDescriptor(patience, () => openScratch([directory], mayTouch));
  if (fd === undefined) throw hostError('failed', 'no directory is available for the output of a command');
  return fd;
}
