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
