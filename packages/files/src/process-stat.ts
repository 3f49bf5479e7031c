import { readFileSync } from 'node:fs';

/** Facts about a process from `/proc`. */
export interface ProcessStat {
  /** One letter, such as `R`; `Z` for a process that has ended but whose parent has not waited for it. */
  readonly state: string;
  /** When it began, in clock ticks since the boot: its number may belong to another process later. */
  readonly start: string;
}

/** The state of a process; undefined if there is none, or no `/proc` to ask. */
export function processStat(pid: number): ProcessStat | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // Its name can contain anything, but no field after it can.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', start: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}
