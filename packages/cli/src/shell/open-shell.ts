import { posix } from 'node:path';
import { createInterface } from 'node:readline';
import { builtins, createArchiveSession, derivedPrograms, pathOf } from '@hostspec/archive-host/shell';
import { isHostError, quoteWord } from '@hostspec/spec';
import type { Io, Terminal } from '../io.js';
import { withArchive } from '../read/with-archive.js';
import { printable } from '../text.js';
import { mostHistory, openHistory } from './history.js';
import { type Shell, shellCommands, shellOf } from './shell.js';

const mostOffered = 500;

/** Answers lines from a terminal or from standard input, until their end; returns the exit status of the last one. */
export async function openShell(path: string, io: Io): Promise<number> {
  return withArchive(path, io, async (archive) => {
    const session = await createArchiveSession(archive);
    const shell = shellOf(session, await shownHostname(session), io);
    const terminal = io.terminal();
    return terminal ? interact(shell, terminal, io) : evaluateLines(shell, io);
  });
}

async function shownHostname(session: { hostname(): Promise<string> }): Promise<string> {
  const name = await session.hostname().catch(() => 'archive');
  return printable(name).slice(0, 64);
}

/** Lines from standard input, as from a file of commands. */
async function evaluateLines(shell: Shell, io: Io): Promise<number> {
  const decoder = new TextDecoder();
  let rest = '';
  let status = 0;
  const evaluate = async (line: string): Promise<boolean> => {
    status = await shell.evaluate(line);
    return shell.isOver();
  };
  for await (const piece of io.inputBytes()) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (await evaluate(line)) return status;
  }
  if (rest !== '') await evaluate(rest);
  return status;
}

/** Asks for lines at a terminal, until the end of input or `exit`; returns the exit status of the last one. */
async function interact(shell: Shell, { input, output }: Terminal, io: Io): Promise<number> {
  const history = await openHistory(io);
  const lines = createInterface({
    input,
    output,
    prompt: shell.prompt(),
    history: history.lines.toReversed(),
    historySize: mostHistory,
    removeHistoryDuplicates: true,
    completer: (line: string, done: (error: null, found: [string[], string]) => void) => {
      completionsOf(line, shell).then(
        (found) => done(null, found),
        () => done(null, [[], line]),
      );
    },
  });
  let status = 0;
  let isBusy = false;
  const ask = (): void => {
    isBusy = false;
    lines.setPrompt(shell.prompt());
    lines.prompt();
  };
  lines.on('SIGINT', () => {
    if (isBusy) {
      shell.interrupt();
      return;
    }
    io.out.write('^C\n');
    // The rest of the line is dropped, as a shell does.
    lines.write(null, { ctrl: true, name: 'e' });
    lines.write(null, { ctrl: true, name: 'u' });
    ask();
  });
  io.err.write('Type help to see what you can ask; press Ctrl-D or type exit to leave.\n');
  ask();
  for await (const line of lines) {
    isBusy = true;
    await history.add(line);
    status = await shell.evaluate(line);
    if (shell.isOver()) break;
    ask();
  }
  if (!shell.isOver()) io.out.write('\n');
  lines.close();
  await history.close();
  return status;
}

/** What can follow at the end of a line, and the part of the line that each replaces. */
async function completionsOf(line: string, shell: Shell): Promise<[string[], string]> {
  const command = (line.split('|').at(-1) ?? '').trimStart();
  const isFirst = !line.includes('|');
  const word = /(?:[^\s\\]|\\.)*$/.exec(command)?.[0] ?? '';
  const before = command.slice(0, command.length - word.length);
  const offered =
    before.trim() === '' ? programs(shell, isFirst) : isFirst ? recordedWords(before, shell) : [];
  const matching = offered.filter((each) => each.startsWith(word));
  const found = matching.length > 0 ? matching.map((each) => `${each} `) : await pathsFrom(word, shell);
  // Names of the archive go to the terminal as they are, so only harmless ones are offered.
  const safe = [...new Set(found)].filter((each) => printable(each) === each).sort();
  return [safe.slice(0, mostOffered), word];
}

function programs({ session }: Shell, isFirst: boolean): string[] {
  const recorded = session.lines.map((line) => posix.basename(line.split(' ')[0] ?? ''));
  return [...Object.keys(builtins), ...(isFirst ? [...shellCommands, ...derivedPrograms, ...recorded] : [])];
}

/** The words that follow the first ones in recorded lines of the same program. */
function recordedWords(before: string, { session }: Shell): string[] {
  const given = before.trim().split(/\s+/);
  return session.lines.flatMap((line) => {
    const [program = '', ...words] = line.split(' ');
    const recorded = [posix.basename(program), ...words];
    const isSame = given.every(
      (word, index) => (index === 0 ? posix.basename(word) : word) === recorded[index],
    );
    return isSame && recorded.length > given.length ? [recorded[given.length] as string] : [];
  });
}

/** The paths of the archive that start as a word does, quoted as the shell reads them. */
async function pathsFrom(word: string, shell: Shell): Promise<string[]> {
  const plain = word.replace(/\\(.)/g, '$1');
  const directory = plain.slice(0, plain.lastIndexOf('/') + 1);
  try {
    const path = pathOf(directory, shell.directory());
    const names = (await shell.session.names(path)).filter((name) =>
      name.startsWith(plain.slice(directory.length)),
    );
    return await Promise.all(
      names.slice(0, mostOffered).map(async (name) => {
        const escaped = quoteWord(directory + name).startsWith("'")
          ? (directory + name).replace(/[^\w@%+=:,./-]/g, '\\$&')
          : directory + name;
        return (await isDirectory(posix.join(path, name), shell)) ? `${escaped}/` : `${escaped} `;
      }),
    );
  } catch (error) {
    if (isHostError(error)) return [];
    throw error;
  }
}

async function isDirectory(path: string, { session }: Shell): Promise<boolean> {
  try {
    return (await session.look(path)).kind === 'directory';
  } catch (error) {
    if (isHostError(error)) return false;
    throw error;
  }
}
