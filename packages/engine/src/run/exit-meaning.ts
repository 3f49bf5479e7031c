import type { SpecOptions } from '@hostspec/spec';

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

/** Whether a program printed the system's message for missing permission. */
function saysDenied(output: string): boolean {
  return /permission denied|operation not permitted/i.test(output);
}

/** Whether a program of BusyBox printed its usage: it has fewer options than the one that the command is for. */
function isUsageOfBusyBox(output: string): boolean {
  return /(?:^|: )BusyBox v\S.* multi-call binary\.$/m.test(output);
}

/** Whether the output of a container engine or of `cat` says that the program or file is missing. */
export function isMissingInside(rc: number | undefined, printed: string): boolean {
  return rc === 127 || (rc === 1 && /^: cat: .*No such file or directory$/.test(printed));
}
