import type { Table } from './table.js';

/** Why a host booted, as its system log says. */
export interface BootReason {
  /** What ended the run before it; `unknown` if the log has no shutdown before the boot. */
  readonly kind: 'shutdown' | 'restart' | 'panic' | 'temperature' | 'unknown';
  /** The line that says so; of an unknown reason, the last line before the boot. */
  readonly line: string;
}

/** By kind, the more telling first; every pattern is linear in the length of a line. */
const patterns: readonly (readonly [kind: BootReason['kind'], pattern: RegExp])[] = [
  ['panic', /\bKernel panic - not syncing\b/],
  ['temperature', /\b[Cc]ritical temperature reached\b/],
  ['restart', /\bSystem is rebooting\b|\bwill reboot now\b|\bReached target (?:System )?Reboot\b/],
  [
    'shutdown',
    /\bSystem is (?:powering down|halting)\b|\bwill power off now\b|\bReached target (?:System )?(?:Power[- ]Off|Shutdown)\b|\bsystemd(?:\[1\])?: Shutting down\b|\bexiting on signal 15\b|\bsyslogd exiting\b|\bsyslog-ng shutting down\b/,
  ],
];

const bootLine = /\bkernel: (?:\[ *[\d.]{1,20}\] )?Linux version /;
// A shutdown writes its lines at the end of a run; services may add some hundreds.
const mostLines = 2000;
const longestLine = 2000;

/** A boot in a system log. */
export interface Boot {
  /** Undefined if the log has nothing before it. */
  readonly reason: BootReason | undefined;
}

/** The boots in a system log (spec `messages`). Keeps at most 4000 lines in memory. */
export const boots: Table<Boot> = () => {
  let run: string[] = [];
  return {
    line(text) {
      const line = text.slice(0, longestLine);
      if (!bootLine.test(line)) {
        run.push(line);
        if (run.length >= 2 * mostLines) run = run.slice(-mostLines);
        return undefined;
      }
      const reason = reasonOf(run.slice(-mostLines));
      run = [];
      return { reason };
    },
  };
};

function reasonOf(run: readonly string[]): BootReason | undefined {
  for (const [kind, pattern] of patterns) {
    const line = run.findLast((each) => pattern.test(each));
    if (line !== undefined) return { kind, line };
  }
  const line = run.findLast((each) => each.trim() !== '');
  return line === undefined ? undefined : { kind: 'unknown', line };
}

/** What the processor says about the last reset, in a kernel log (spec `dmesg`). */
export function resetReasonOf(log: string): string | undefined {
  return /\bPrevious system reset reason \[0x[\da-f]{1,8}\]: (.{1,200})/.exec(log)?.[1];
}
