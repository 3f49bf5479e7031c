import { randomBytes, randomInt } from 'node:crypto';
import { openSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { processStat } from '@hostspec/files';
import { runMarker } from '@hostspec/spec';
import { endedOutputs } from './ended-outputs.js';

/** Tells the descendants of one run from all other processes, wherever they moved. */
export interface RunMark {
  /** The value of the run marker in every command's environment. */
  readonly run: string;
  /**
   * A group that nobody else is in, for commands that run as another user: without root's rights, no process can leave a group. Undefined
   * if this process may not assign groups.
   */
  readonly group: number | undefined;
  /** Starts a process that, with all its descendants, carries the mark. */
  starting<T>(start: () => T): T;
  /** Notes that the command whose output is this open file has ended: processes that still hold the file are ended soon. */
  written(fd: number): void;
  /** Ends every process that carries the mark; returns how many were there. */
  endDescendants(): number;
}

const maxPasses = 5;

// No distribution and no service manager assigns these.
const firstUnusedGroup = 3_000_000_000;
const unusedGroups = 1_000_000_000;

/**
 * Makes a run's mark. A command that forks twice and starts its own session leaves its process group but keeps its
 * environment; one that clears that too keeps the timer slack, which every process inherits and nobody else sets to
 * such a value. The second mark can be read by root only.
 */
export function markRun(): RunMark {
  const run = randomBytes(8).toString('hex');
  const before = processIds();
  const slack = timerSlack();
  const own = String(50_000 + randomInt(1, 65_536));
  const group = mayUseAnyGroup() ? firstUnusedGroup + randomInt(unusedGroups) : undefined;
  const carriesMark = (pid: number): boolean => {
    if (group !== undefined && groupsOf(pid).includes(String(group))) return true;
    const marks = environmentMarks(pid);
    if (marks.length > 0) return marks.includes(run);
    return slack !== undefined && slackOf(pid) === own && !isZombie(pid);
  };
  const found = new Set<number>();
  const end = (pid: number): void => {
    found.add(pid);
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended by itself.
    }
  };
  const newcomers = (): number[] =>
    [...processIds()].filter((pid) => !before.has(pid) && !found.has(pid) && pid !== process.pid);
  const outputs = endedOutputs(newcomers, (pid) => {
    const isOurs = carriesMark(pid);
    if (isOurs) end(pid);
    return isOurs;
  });
  return {
    run,
    group,
    written: outputs.add,
    starting(start) {
      if (!slack) return start();
      slack.set(own);
      try {
        return start();
      } finally {
        slack.set(slack.usual);
      }
    },
    endDescendants() {
      outputs.forget();
      for (let pass = 0, known = -1; pass < maxPasses && found.size > known; pass++) {
        known = found.size;
        for (const pid of newcomers()) if (carriesMark(pid)) end(pid);
      }
      return found.size;
    },
  };
}

/** The processes that exist now; any later one may be a descendant. Empty if there is no /proc. */
function processIds(): Set<number> {
  try {
    return new Set(
      readdirSync('/proc')
        .map(Number)
        .filter((pid) => Number.isInteger(pid) && pid > 0),
    );
  } catch {
    return new Set();
  }
}

function environmentMarks(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1')
      .split('\0')
      .filter((variable) => variable.startsWith(`${runMarker}=`))
      .map((variable) => variable.slice(runMarker.length + 1));
  } catch {
    return [];
  }
}

function slackOf(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/timerslack_ns`, 'latin1').trim();
  } catch {
    return undefined;
  }
}

function mayUseAnyGroup(): boolean {
  try {
    return (
      process.geteuid?.() === 0 &&
      /^\s*0\s+0\s+4294967295\s*$/.test(readFileSync('/proc/self/gid_map', 'latin1'))
    );
  } catch {
    return false;
  }
}

function groupsOf(pid: number): string[] {
  try {
    const [, groups = ''] = /^Groups:(.*)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? [];
    return groups.trim().split(' ');
  } catch {
    return [];
  }
}

/** A process that has ended but whose parent has not waited for it. */
function isZombie(pid: number): boolean {
  return (processStat(pid)?.state ?? 'Z') === 'Z';
}

interface TimerSlack {
  readonly usual: string;
  set(nanoseconds: string): void;
}

let openedSlack: TimerSlack | null | undefined;

/** The timer slack of this process; undefined if the kernel has no such file, or does not let one process read that of another. */
function timerSlack(): TimerSlack | undefined {
  if (openedSlack === undefined) openedSlack = process.geteuid?.() === 0 ? openSlack() : null;
  return openedSlack ?? undefined;
}

function openSlack(): TimerSlack | null {
  try {
    const usual = slackOf(process.pid) ?? '';
    const fd = openSync('/proc/self/timerslack_ns', 'w');
    const slack: TimerSlack = { usual, set: (nanoseconds) => void writeSync(fd, nanoseconds) };
    slack.set(usual);
    return slack;
  } catch {
    return null;
  }
}
