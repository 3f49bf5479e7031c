import { closeSync, constants, fstatSync, openSync, readFileSync, readlinkSync } from 'node:fs';

/** The outputs of ended commands that leftover processes may still hold. */
export interface EndedOutputs {
  /** Adds the open file for the output of a command that has ended. */
  add(fd: number): void;
  /** Looks no further. */
  forget(): void;
}

/** Milliseconds between searches. A process that holds the output of an ended command is found at the second one at the latest. */
const sweepEvery = 250;
const standardOutputs = [1, 2];

// The rest of the run needs descriptors, too.
const othersNeed = 256;
const mostHeld = 512;

/**
 * Looks for processes that hold the output of an ended command: a daemon that writes without end would fill the disk until the
 * run has ended. `end` is called with each; it returns whether it ended the process.
 *
 * Processes are compared by the name that /proc has for the file. A nameless file that is closed leaves its number, and so its
 * name, to the next one of any program, so every file is held open for as long as it is looked for. With few descriptors, only some are.
 */
export function endedOutputs(
  processes: () => readonly number[],
  end: (pid: number) => boolean,
): EndedOutputs {
  let held: number[] = [];
  // Processes may still release the latest ones by themselves.
  let latest: number[] = [];
  let sweeping: NodeJS.Timeout | undefined;
  let most: number | undefined;
  const sweep = (): void => {
    const byName = new Map(held.map((fd) => [openedAs('self', fd), fd]));
    const inUse = new Set<number>();
    if (held.length > 0)
      for (const pid of processes()) {
        const output = standardOutputs
          .map((fd) => byName.get(openedAs(pid, fd)))
          .find((fd) => fd !== undefined);
        // What it started meanwhile is found the next time.
        if (output !== undefined && end(pid)) inUse.add(output);
      }
    for (const fd of held) if (!inUse.has(fd)) closeSync(fd);
    held = [...inUse, ...latest];
    latest = [];
    if (held.length === 0) stop();
  };
  const stop = (): void => {
    clearInterval(sweeping);
    sweeping = undefined;
  };
  return {
    add(fd) {
      most ??= Math.min(mostHeld, Math.floor((descriptorLimit() - othersNeed) / 2));
      const again = held.length + latest.length < most ? openAgain(fd) : undefined;
      if (again === undefined) return;
      latest.push(again);
      sweeping ??= setInterval(sweep, sweepEvery).unref();
    },
    forget() {
      stop();
      for (const fd of [...held, ...latest]) closeSync(fd);
      held = [];
      latest = [];
    },
  };
}

/** Opens a regular file again; undefined if that is not possible, as without /proc or with too many open files. */
function openAgain(fd: number): number | undefined {
  try {
    return fstatSync(fd).isFile() ? openSync(`/proc/self/fd/${fd}`, constants.O_RDONLY) : undefined;
  } catch {
    return undefined;
  }
}

/** The path of what a process has open, without accessing it; empty if unknown. */
function openedAs(pid: number | 'self', fd: number): string {
  try {
    return readlinkSync(`/proc/${pid}/fd/${fd}`);
  } catch {
    return '';
  }
}

/** How many files this process may have open; 0 if unknown. */
function descriptorLimit(): number {
  try {
    return Number(/^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
