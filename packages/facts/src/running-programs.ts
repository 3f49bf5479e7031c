import { posix } from 'node:path';
import type { Host } from '@hostspec/spec';
import { processesNamed } from './processes.js';

const installed = /^\/(?:usr|opt|s?bin)\//;

/**
 * Sorted distinct paths of the programs that run under a name which contains the given one: the first word of
 * each command line, found as the host finds programs. Only programs below /usr, /opt, /bin and /sbin: the first word
 * is the process's own claim, and a local user must not be able to name a program of theirs for us to run.
 */
export async function runningPrograms(host: Host, name: string): Promise<string[]> {
  const commands = (await processesNamed(host, name)).map(({ command }) => command.split(/\s/)[0] ?? '');
  const words = [...new Set(commands)].filter((word) => !word.startsWith('-'));
  const programs = await Promise.all(words.map((word) => host.which(word)));
  const paths = programs.flatMap((path) => (path === undefined ? [] : [posix.normalize(path)]));
  return [...new Set(paths.filter((path) => installed.test(path)))].sort();
}
