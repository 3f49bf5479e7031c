import { readlinkSync } from 'node:fs';
import { codeOf } from '@hostspec/files';

const namespaces = ['mnt', 'pid', 'user'];

/**
 * Why a process does not count as one that runs a program, given by its path without links; undefined if it does. It must live
 * in the collector's own namespaces, as the path means another file elsewhere, and the kernel must name the program as what it executes:
 * its command line is only a claim. A user other than root cannot ask the kernel about other users' processes; then the claim counts.
 */
export function notRunBy(pid: number | undefined, program: string): string | undefined {
  if (pid === undefined) return undefined;
  try {
    for (const name of namespaces)
      if (readlinkSync(`/proc/${pid}/ns/${name}`) !== readlinkSync(`/proc/self/ns/${name}`))
        return `process ${pid} is in a ${name} namespace of its own, as in a container`;
    const executed = readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, '');
    return executed === program
      ? undefined
      : `process ${pid} runs ${executed}, whatever its command line says`;
  } catch (error) {
    const code = codeOf(error);
    if ((code === 'EACCES' || code === 'EPERM') && process.geteuid?.() !== 0) return undefined;
    return code === 'ENOENT' || code === 'ESRCH'
      ? `process ${pid} has ended`
      : `process ${pid} cannot be inspected: ${code}`;
  }
}
