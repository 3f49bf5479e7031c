import type { Table } from './table.js';

/** The reason of a boot, from the system log. */
export interface BootReason {
  /** The end of the run before it; `unknown` if the log has no shutdown before the boot. */
  readonly kind: 'shutdown' | 'restart' | 'panic' | 'temperature' | 'unknown';
  /** The line that shows it. For `unknown`, the last line before the boot. */
  readonly line: string;
}

/** By kind, the more specific first. Every pattern is linear in the length of a line. */
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
// The messages of a shutdown are among this many lines before the boot: services may add some hundreds.
const mostLines = 2000;
const longestLine = 2000;
// No machine boots faster than this.
const startingSeconds = 2;

/** A boot in a system log. */
export interface Boot {
  /** Undefined if the log has no line before it. */
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
      const reason = reasonOf(beforeBoot(run.slice(-mostLines), line));
      run = [];
      return { reason };
    },
  };
};

/** The lines of the run before a boot. Programs that start with the log write lines of the new run before the kernel's. */
function beforeBoot(run: readonly string[], boot: string): readonly string[] {
  const time = secondOf(boot);
  const isOfBoot = (line: string): boolean => {
    const passed = (time ?? Number.NaN) - (secondOf(line) ?? Number.NaN);
    return passed >= 0 && passed <= startingSeconds;
  };
  return run.slice(0, run.findLastIndex((line) => !isOfBoot(line)) + 1);
}

/** The second of the day, from the time at the beginning of a line. */
function secondOf(line: string): number | undefined {
  const [, hours, minutes, seconds] = /^.{7,11}(\d\d):(\d\d):(\d\d)\b/.exec(line) ?? [];
  return hours === undefined ? undefined : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

function reasonOf(run: readonly string[]): BootReason | undefined {
  for (const [kind, pattern] of patterns) {
    const line = run.findLast((each) => pattern.test(each));
    if (line !== undefined) return { kind, line };
  }
  const line = run.findLast((each) => each.trim() !== '');
  return line === undefined ? undefined : { kind: 'unknown', line };
}

/** The reason of the last reset that the processor reports, in a kernel log (spec `dmesg`). */
export function resetReasonOf(log: string): string | undefined {
  return /\bPrevious system reset reason \[0x[\da-f]{1,8}\]: (.{1,200})/.exec(log)?.[1];
}
