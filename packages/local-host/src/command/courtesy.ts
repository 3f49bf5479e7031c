import { writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/** The nice values of commands: as usual, and as polite as possible. */
export const niceValues = { usual: 10, polite: 19 } as const;

/**
 * Gives a process that this one just started at least this nice value. The kernel derives the priority of its input and output from that.
 */
export function standBack(pid: number | undefined, wanted: number): void {
  if (pid === undefined) return;
  try {
    const nice = Math.max(getPriority(pid), wanted);
    setPriority(pid, nice);
    // Where the kernel schedules sessions as groups, the nice values of processes count only among those of one session.
    writeFileSync(`/proc/${pid}/autogroup`, String(nice), { flag: 'r+' });
  } catch {
    // It has ended, belongs to another user, or the kernel has no groups of sessions.
  }
}
