import { type Host, runLines } from '@hostspec/spec';
import { fact } from './fact.js';

/** A running process. */
export interface Process {
  readonly pid: number;
  /** As ps prints it: long names are shortened (`db2inst+`) or a number. */
  readonly user: string;
  /** The complete command line, or only the program name if ps gives no more. */
  readonly command: string;
  /** The first word of the command; if the command begins with `/`, the last part of that word. */
  readonly commandName: string;
}

/** The running processes, from `/bin/ps auxww`, else from `/bin/ps auxcww`; empty if both fail. */
export const processes = fact(async (host): Promise<readonly Process[]> => {
  const lines = (await runLines(host, '/bin/ps auxww')) ?? (await runLines(host, '/bin/ps auxcww')) ?? [];
  return parseProcesses(lines);
});

/** Parses the table of `ps aux…`. */
export function parseProcesses(lines: readonly string[]): Process[] {
  const header = lines.findIndex((line) => /\bUSER\b.*\bCOMMAND\b/.test(line));
  if (header < 0) return [];
  return lines.slice(header + 1).flatMap((line) => {
    const [, user, pid, command] = /^\s*(\S+)\s+(\d+)\s+(?:\S+\s+){8}(\S.*)$/.exec(line.trimEnd()) ?? [];
    if (user === undefined || command === undefined) return [];
    return [{ pid: Number(pid), user, command, commandName: commandNameOf(command) }];
  });
}

function commandNameOf(command: string): string {
  const [word = ''] = command.split(/\s/);
  return command.startsWith('/') ? (word.split('/').at(-1) ?? '') : word;
}

/** The processes whose command name contains the given one. */
export async function processesNamed(host: Host, name: string): Promise<Process[]> {
  return (await processes(host)).filter(({ commandName }) => commandName.includes(name));
}
