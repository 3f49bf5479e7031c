import type { Host } from '@hostspec/spec';
import { processesNamed } from './processes.js';

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
