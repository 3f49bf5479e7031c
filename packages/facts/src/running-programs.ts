import type { Host } from '@hostspec/spec';
import { runLines } from '@hostspec/spec';
import { processesNamed } from './processes.js';

/**
 * Sorted distinct paths of the programs that run under a name which contains the given one: the first word of
 * each command line, found as the host finds programs.
 *
 * That word is the process's own claim. On the running machine a program counts only where it and every directory and
 * link on the way to it belong to root and nobody else can replace them: otherwise any local user could start a
 * process that names a program of theirs, and have the collector run it.
 */
export async function runningPrograms(host: Host, name: string): Promise<string[]> {
  const commands = (await processesNamed(host, name)).map(({ command }) => command.split(/\s/)[0] ?? '');
  const words = [...new Set(commands)].filter((word) => !word.startsWith('-'));
  const found = await Promise.all(words.map((word) => host.which(word)));
  const paths = [...new Set(found.filter((path) => path !== undefined))].sort();
  const safe = await Promise.all(paths.map((path) => !host.live || belongsToRoot(host, path)));
  return paths.filter((_, index) => safe[index]);
}

async function belongsToRoot(host: Host, path: string): Promise<boolean> {
  const [, ...steps] = (await runLines(host, ['/usr/bin/namei', '-om', path])) ?? [];
  return steps.length > 0 && steps.every(isSafeStep);
}

/** Whether a line of `namei -om` shows something that only root can replace. */
export function isSafeStep(line: string): boolean {
  const [, type, mode = '', owner, group = ''] = /^\s*([-dl])(\S{9})\S* +(\S+) +(\S+) /.exec(line) ?? [];
  if (owner !== 'root') return false;
  if (type === 'l') return true;
  const byOthers = mode[7] === 'w' && !/t/i.test(mode[8] ?? '');
  const byGroup = mode[4] === 'w' && !['root', 'staff'].includes(group) && !/t/i.test(mode[8] ?? '');
  return !byOthers && !byGroup;
}
