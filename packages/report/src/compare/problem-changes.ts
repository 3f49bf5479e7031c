import { type CheckResult, type Found, type Hit, severities } from '@hostspec/findings';

/** A problem that only one of two archives shows. */
export interface ProblemChange extends Pick<Found, 'id' | 'severity'> {
  /** The rows that only this archive has. */
  readonly hits: readonly Hit[];
}

/** How the problems of two archives differ. */
export interface ProblemChanges {
  readonly added: readonly ProblemChange[];
  /** Only in the archive before, and known not to be in the one after. */
  readonly resolved: readonly ProblemChange[];
  readonly skipped: CheckResult['skipped'];
}

/** The problems that differ between two archives, the worst first. A value in a sentence that moved is no difference. */
export function problemChanges(before: CheckResult, after: CheckResult): ProblemChanges {
  return { added: without(after, before), resolved: without(before, after), skipped: after.skipped };
}

function without({ found }: CheckResult, other: CheckResult): ProblemChange[] {
  const open = new Set(other.undecided.map(({ id }) => id));
  const changes = found.flatMap(({ id, severity, hits }): ProblemChange[] => {
    if (open.has(id)) return [];
    const known = new Set(other.found.find((each) => each.id === id)?.hits.map(keyOf));
    const own = hits.filter((hit) => !known.has(keyOf(hit)));
    return own.length === 0 ? [] : [{ id, severity, hits: own }];
  });
  return changes.sort((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity));
}

/** Replaces numbers, which are measured. A port and a part of a name, a date or an address are not. */
function keyOf({ title }: Hit): string {
  return title.replace(/(?<!\bport )(?<![\w.:/-])\d+(?:[.,]\d+)*(?![\w:/-]|[.,]\d)/gi, '#');
}
