import type { SpecOptions } from '@hostspec/spec';

/** What an exit status other than 0 means. */
export type ExitMeaning = 'nothing found' | 'absent' | 'denied' | 'failed';

/** What a command's exit status and the beginning of its output mean by its spec, for root or for another user. */
export function meaningOf(
  rc: number | undefined,
  output: string,
  { emptyRc = [], absentWhen = [], effects }: Partial<SpecOptions>,
  isUser: boolean,
): ExitMeaning {
  if (isUser && saysDenied(output)) return 'denied';
  if (rc === undefined) return isUser && effects?.needsRoot ? 'denied' : 'failed';
  if (absentWhen.some((each) => typeof each === 'string' && output.includes(each))) return 'absent';
  // A status alone does not tell a user whether root would get more.
  if (isUser && effects?.needsRoot) return 'denied';
  if (emptyRc.includes(rc)) return 'nothing found';
  return absentWhen.includes(rc) ? 'absent' : 'failed';
}

/** Whether a program's output names the system's reason for a user who is not allowed something. */
function saysDenied(output: string): boolean {
  return /permission denied|operation not permitted/i.test(output);
}

/** Whether what a container's engine or `cat` printed says that the program or file is not there. */
export function isMissingInside(rc: number | undefined, printed: string): boolean {
  return rc === 127 || (rc === 1 && /^: cat: .*No such file or directory$/.test(printed));
}
