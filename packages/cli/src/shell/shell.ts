import {
  type ArchiveSession,
  builtins,
  evaluate,
  parseLine,
  pathOf,
  whyMissing,
} from '@hostspec/archive-host/shell';
import { isHostError } from '@hostspec/spec';
import { exitStatus } from '../exit-status.js';
import type { Io } from '../io.js';
import { printable } from '../text.js';
import { wrap } from '../wrap.js';
import { shellOutput } from './shell-output.js';

/** A shell over an archive, a line at a time. */
export interface Shell {
  readonly session: ArchiveSession;
  /** Such as `host01:/etc> `. */
  prompt(): string;
  /** The current directory. */
  directory(): string;
  /** Evaluates a line and prints its output; returns the exit status. Problems of the line are printed. */
  evaluate(line: string): Promise<number>;
  /** Ends the output of the line that is evaluated. */
  interrupt(): void;
  /** Whether the user has left. */
  isOver(): boolean;
}

/** What the shell does by itself, besides the built-in commands. */
export const shellCommands = ['cd', 'exit', 'help', 'quit'] as const;

/** Makes a shell at the root of an archive. */
export function shellOf(session: ArchiveSession, hostname: string, io: Io): Shell {
  let directory = '/';
  let former = '/';
  let isOver = false;
  let isStopped = false;
  let last: number = exitStatus.done;

  const changeDirectory = async (word = '/'): Promise<number> => {
    const path = word === '-' ? former : pathOf(word === '~' ? '/root' : word, directory);
    try {
      const { kind } = await session.look(path);
      if (kind === 'directory') {
        former = directory;
        directory = path;
        return exitStatus.done;
      }
      io.err.write(`cd: ${printable(word)}: is not a directory\n`);
    } catch (error) {
      io.err.write(`cd: ${printable(whyMissing(word, error))}\n`);
    }
    return exitStatus.failure;
  };

  const evaluateLine = async (line: string): Promise<number> => {
    const commands = parseLine(line);
    const [first, second] = commands[0]?.words ?? [];
    if (commands.length === 1 && first?.text === 'cd') return changeDirectory(second?.text);
    if (commands.length === 1 && first?.text === 'help') {
      io.out.write(helpText());
      return exitStatus.done;
    }
    if (first?.text === 'exit' || first?.text === 'quit') {
      isOver = true;
      return /^\d{1,3}$/.test(second?.text ?? '') ? Number(second?.text) & 0xff : last;
    }
    return evaluate(commands, { session, directory, isStopped: () => isStopped }, shellOutput(io));
  };

  return {
    session,
    prompt: () => `${hostname}:${printable(directory)}> `,
    directory: () => directory,
    async evaluate(line) {
      isStopped = false;
      try {
        last = await evaluateLine(line);
      } catch (error) {
        if (!isOfUser(error)) throw error;
        io.err.write(`hostspec: ${printable(error.message)}\n`);
        last = exitStatus.usage;
      }
      return last;
    },
    interrupt() {
      isStopped = true;
    },
    isOver: () => isOver,
  };
}

/** Whether the line or the content of the archive is the reason for an error. */
function isOfUser(error: unknown): error is Error {
  return isHostError(error) || (error instanceof Error && error.name === 'UsageError');
}

function helpText(): string {
  const names = [...Object.keys(builtins), ...shellCommands].sort();
  const parts = [
    'Type a command as on the host: the archive answers with the output that it has. The tab key completes programs, their recorded arguments and paths.',
    `Built in, over the files of the archive: ${names.join(', ')}. They can be joined by pipes: ip addr | grep inet`,
    '"commands" lists every command that the archive has an output of, "commands ip" those of one program.',
    'Ctrl-C ends output, Ctrl-D or exit ends the shell. Nothing on this machine is run, and only the history is read.',
  ];
  return `${parts.flatMap((part) => wrap(part, 100)).join('\n')}\n`;
}
