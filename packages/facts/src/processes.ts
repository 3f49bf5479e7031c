import { type Process as ProcessRow, processRows, rowsOf } from '@hostspec/parse';
import { type Host, runLines } from '@hostspec/spec';
import { fact } from './fact.js';

/** A running process. */
export interface Process extends Pick<ProcessRow, 'pid' | 'user' | 'command'> {
  /** The first word of the command; if the command begins with `/`, the last part of that word. */
  readonly commandName: string;
}

/** The running processes, from `/bin/ps auxww`, else from `/bin/ps auxcww`; empty if both fail. */
export const processes = fact(async (host): Promise<readonly Process[]> => {
  const lines = (await runLines(host, '/bin/ps auxww')) ?? (await runLines(host, '/bin/ps auxcww')) ?? [];
  const header = lines.findIndex((line) => /\bUSER\b.*\bCOMMAND\b/.test(line));
  const rows = header < 0 ? [] : rowsOf(processRows, lines.slice(header + 1));
  return rows.map(({ pid, user, command }) => ({ pid, user, command, commandName: commandNameOf(command) }));
});

function commandNameOf(command: string): string {
  const [word = ''] = command.split(/\s/);
  return command.startsWith('/') ? (word.split('/').at(-1) ?? '') : word;
}

/** The processes whose command name contains the given one. */
export async function processesNamed(host: Host, name: string): Promise<Process[]> {
  return (await processes(host)).filter(({ commandName }) => commandName.includes(name));
}

/** The programs of running processes. */
export interface RunningPrograms {
  /** Sorted distinct paths. */
  readonly paths: readonly string[];
  /** Why programs were left out; each reason once. */
  readonly leftOut: readonly string[];
}

/**
 * The programs that run under a name which contains the given one, by the first word of each command line.
 *
 * That word is the process's own claim, so it is only a hint: the host gives a path for it only if the process really runs that program,
 * outside of containers, and nobody but root can replace it. Otherwise any local user could start a process that names
 * a program of theirs, and have the collector run it.
 */
export async function runningPrograms(host: Host, name: string): Promise<RunningPrograms> {
  const paths = new Map<string, string>();
  const leftOut = new Set<string>();
  for (const { pid, command } of await processesNamed(host, name)) {
    const word = command.split(/\s/)[0] ?? '';
    // A login shell's name, which is not a path.
    if (word.startsWith('-') || paths.has(word)) continue;
    const path = await host.which(word, { process: pid, refused: (reason) => void leftOut.add(reason) });
    if (path !== undefined) paths.set(word, path);
  }
  return { paths: [...new Set(paths.values())].sort(), leftOut: [...leftOut] };
}
