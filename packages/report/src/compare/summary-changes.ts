import { defined } from '@hostspec/host-kit';
import type { Fact, Summary } from '../summary/summary.js';
import type { ArchiveDiff } from './archive-diff.js';

/** A line of two summaries that differs; one side is missing if only the other summary has the line. */
export interface SummaryChange {
  /** The title of the section. */
  readonly section: string;
  readonly label: string;
  readonly before?: string;
  readonly after?: string;
  /** The spec of the line, as in the summary. */
  readonly from: string;
}

interface Line {
  readonly section: string;
  readonly fact: Fact;
}

/**
 * The lines that differ between the summaries of two archives, in the order of the screen. A line that only one has says nothing about the
 * host if it is about a spec that one of the runs was not asked for.
 */
export function summaryChanges(
  before: Summary,
  after: Summary,
  { onlyBefore, onlyAfter }: Pick<ArchiveDiff, 'onlyBefore' | 'onlyAfter'>,
): SummaryChange[] {
  const unasked = new Set([...onlyBefore, ...onlyAfter]);
  const isChange = ({ section, label, before: old, after: next, from }: SummaryChange): boolean => {
    if (old !== undefined && next !== undefined) return true;
    const [{ sections }, text] = old === undefined ? [before, next] : [after, old];
    // The name of the host, for example, is from another spec if one was not asked for.
    const isSame = (fact: Fact): boolean => fact.label === label && fact.text === text;
    const hasSame = sections.some(({ title, facts }) => title === section && facts.some(isSame));
    return !hasSame && !from.split(', ').some((spec) => unasked.has(spec));
  };
  const [from, to] = [groupsOf(before), groupsOf(after)];
  const sections = [...new Set([...before.sections, ...after.sections].map(({ title }) => title))];
  const changes = [...new Set([...from.keys(), ...to.keys()])].flatMap((key) =>
    changesOf(from.get(key) ?? [], to.get(key) ?? []),
  );
  return sections.flatMap((title) =>
    changes.filter((change) => change.section === title && isChange(change)),
  );
}

/** The lines by section, label and spec: a host with several disks has several lines of one kind. */
function groupsOf({ sections }: Summary): Map<string, Line[]> {
  const groups = new Map<string, Line[]>();
  for (const { title, facts } of sections)
    for (const fact of facts) {
      const key = JSON.stringify([title, fact.label, fact.from]);
      groups.set(key, [...(groups.get(key) ?? []), { section: title, fact }]);
    }
  return groups;
}

function changesOf(before: readonly Line[], after: readonly Line[]): SummaryChange[] {
  const gone = without(before, after);
  const added = without(after, before);
  return Array.from({ length: Math.max(gone.length, added.length) }, (_, at) => {
    const [old, next] = [gone[at], added[at]];
    const { section, fact } = (next ?? old) as Line;
    const { label, from } = fact;
    return defined({ section, label, before: old?.fact.text, after: next?.fact.text, from });
  });
}

function without(lines: readonly Line[], others: readonly Line[]): Line[] {
  const texts = new Set(others.map(({ fact }) => fact.text));
  return lines.filter(({ fact }) => !texts.has(fact.text));
}
