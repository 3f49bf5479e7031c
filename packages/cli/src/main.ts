import type { CommandEntry } from './command.js';
import { commands, hiddenCommands } from './commands.js';
import { exitStatus, statusOf } from './exit-status.js';
import type { Io } from './io.js';
import { safeOutput } from './safe-output.js';

/** Runs `hostspec` with its arguments, and returns the exit status; never throws. */
export async function run(argv: readonly string[], outer: Omit<Io, 'atEnd'>): Promise<number> {
  const last: (() => Promise<void>)[] = [];
  const atEnd = (act: () => Promise<void>): void => void last.push(act);
  const io = { ...outer, out: safeOutput(outer.out), err: safeOutput(outer.err), atEnd };
  try {
    return await dispatch(argv, io);
  } catch (error) {
    const { errorText } = await import('./error-text.js');
    io.err.write(`hostspec: ${errorText(error)}\n`);
    return statusOf(error);
  } finally {
    await Promise.allSettled(last.map((act) => act()));
  }
}

async function dispatch(argv: readonly string[], io: Io): Promise<number> {
  const [word, ...rest] = argv;
  if ((word === '--version' || word === '-V') && rest.length === 0) return printVersion(io);
  const asksHelp = word === undefined || ['-h', '--help', '--help=all'].includes(word);
  if (asksHelp || (word === 'help' && rest.length === 0))
    return printOverview(io, word === undefined ? exitStatus.usage : exitStatus.done);
  if (word === 'help') return runCommand(await findCommand(rest), ['--help'], io);
  const entry = await findCommand(argv);
  return runCommand(entry, argv.slice(entry.name.split(' ').length), io);
}

async function runCommand({ name, load }: CommandEntry, args: readonly string[], io: Io): Promise<number> {
  const { default: command } = await load();
  // After an archive come the words of another command, whose -h is its own.
  const own = command.takesWords ? args.slice(0, 2) : args;
  const end = own.indexOf('--');
  const words = end === -1 ? own : own.slice(0, end);
  const isWhole = words.includes('--help=all');
  if (isWhole || words.includes('--help') || words.includes('-h')) {
    const { commandHelp, helpWidth } = await import('./help.js');
    io.out.write(commandHelp(name, command, helpWidth(io.out), isWhole));
    return exitStatus.done;
  }
  const { parseOptions } = await import('./options.js');
  const { values, operands } = parseOptions(name, command.options, args, command.takesWords);
  const [min, max] = command.operands;
  // A path without a name would be the current directory, and one of spaces is a mistake of a script.
  const hasEmpty = (command.takesWords ? operands.slice(0, 1) : operands).some((word) => word.trim() === '');
  if (hasEmpty || operands.length < min || operands.length > max) {
    const { wrongOperands } = await import('./unknown-command.js');
    throw wrongOperands(name, command.usage, operands, max, commands, io);
  }
  return command.run(values as Parameters<typeof command.run>[0], operands, io, commands);
}

/** The command named by the first words; prefers two-word names. */
async function findCommand(words: readonly string[]): Promise<CommandEntry> {
  const named = (count: number): CommandEntry | undefined =>
    [...commands, ...hiddenCommands].find(({ name }) => name === words.slice(0, count).join(' '));
  const found = named(2) ?? named(1);
  if (found) return found;
  const { unknownCommand } = await import('./unknown-command.js');
  throw unknownCommand(words[0] ?? '', commands);
}

async function printOverview(io: Io, status: number): Promise<number> {
  const { helpWidth, overview } = await import('./help.js');
  const to = status === exitStatus.done ? io.out : io.err;
  to.write(overview(commands, helpWidth(to)));
  return status;
}

async function printVersion(io: Io): Promise<number> {
  const { version } = await import('./version.js');
  io.out.write(`hostspec ${version}\n`);
  const { accessText, installedAccess } = await import('./hosts/runner.js');
  io.out.write(`${accessText(await installedAccess())}\n`);
  return exitStatus.done;
}
