import { type SpecOptions, textLines } from '@hostspec/spec';
import { programOf } from '../plan/printers.js';

/** What an exit status other than 0 means. */
export type ExitMeaning = 'nothing found' | 'absent' | 'denied' | 'failed';

/** What an exit status and the start of the output mean by the command's spec. `isUser` if the collector is not root. */
export function meaningOf(
  rc: number | undefined,
  output: string,
  { emptyRc = [], absentWhen = [], effects }: Partial<SpecOptions>,
  isUser: boolean,
): ExitMeaning {
  if (isUser && saysDenied(output)) return 'denied';
  if (rc === undefined) return isUser && effects?.needsRoot ? 'denied' : 'failed';
  if (absentWhen.some((each) => typeof each === 'string' && output.includes(each))) return 'absent';
  if (isUsageOfBusyBox(output)) return 'absent';
  // A status alone does not tell a user whether root would get more.
  if (isUser && effects?.needsRoot) return 'denied';
  if (emptyRc.includes(rc)) return 'nothing found';
  return absentWhen.includes(rc) ? 'absent' : 'failed';
}

/** Whether a program printed the system's message for missing permission, or journalctl's. */
function saysDenied(output: string): boolean {
  return /permission denied|operation not permitted|due to insufficient permissions/i.test(output);
}

/** Whether a program of BusyBox printed its usage: it has fewer options than the one that the command is for. */
function isUsageOfBusyBox(output: string): boolean {
  return /(?:^|: )BusyBox v\S.* multi-call binary\.$/m.test(output);
}

// They go on after a file or directory that they cannot look at, and then exit with 1.
const walkers = new Set(['du', 'find']);

/**
 * Whether a program walked through directories and could not look at some of them: it printed the rest, among its
 * complaints. A program that `find` runs can fail for other reasons.
 */
export function isWalkedInPart(argv: readonly string[], rc: number | undefined, output: string): boolean {
  const program = programOf(argv[0] ?? '');
  if (rc !== 1 || !walkers.has(program) || argv.includes('-exec') || isUsageOfBusyBox(output)) return false;
  return textLines(output).some((line) => line !== '' && !isComplaintOf(program, line));
}

/** The first complaint of a program in its output. */
export function complaintOf(argv: readonly string[], output: string): string | undefined {
  return textLines(output).find((line) => isComplaintOf(programOf(argv[0] ?? ''), line));
}

/** Whether a line begins with the name of the program, as messages of errors do. */
function isComplaintOf(program: string, line: string): boolean {
  return programOf(line.split(': ', 1)[0] ?? '') === program;
}

/** Whether the output of a container engine or of `cat` says that the program or file is missing. */
export function isMissingInside(rc: number | undefined, printed: string): boolean {
  return rc === 127 || (rc === 1 && /^: cat: .*No such file or directory$/.test(printed));
}
