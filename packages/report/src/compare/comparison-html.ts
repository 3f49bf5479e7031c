import { type Archive, mappedSentence } from '@hostspec/archive';
import type { Finding } from '@hostspec/findings';
import { defined } from '@hostspec/host-kit';
import type { Host } from '@hostspec/spec';
import { titleOf } from '../html/index-of.js';
import { pageEnd, pageStart } from '../html/page-start.js';
import { summarize } from '../summary/summarize.js';
import type { ArchiveDiff } from './archive-diff.js';
import { type ComparedArchive, type ComparisonIndex, changedSpec } from './comparison-index.js';
import { problemChanges } from './problem-changes.js';
import { summaryChanges } from './summary-changes.js';

/** An open archive and the host that it is presented as. */
export interface ComparisonSide {
  readonly archive: Archive;
  readonly host: Host;
}

/**
 * What changed between two open archives of one host, as one HTML file, in pieces of text: it works without a network and
 * loads nothing. `diff` has the specs that differ; `findings` are the problems that are looked for.
 */
export async function* comparisonHtml(
  before: ComparisonSide,
  after: ComparisonSide,
  diff: ArchiveDiff,
  findings: readonly Finding[] = [],
): AsyncGenerator<string> {
  const summaries = [
    await summarize(before.archive, before.host, findings),
    await summarize(after.archive, after.host, findings),
  ] as const;
  const [from, to] = [summaries[0].problems, summaries[1].problems];
  const undecided = new Set([...from.undecided, ...to.undecided].map(({ id }) => id));
  const index: ComparisonIndex = {
    ...diff,
    title: titleOf(after.archive, summaries[1]),
    before: comparedArchive(before.archive),
    after: comparedArchive(after.archive),
    problems: problemChanges(from, to),
    decided: to.checked - undecided.size,
    summary: summaryChanges(...summaries, diff),
    specs: diff.specs.map(changedSpec),
  };
  yield await pageStart('hostspec comparison', index, import('../page/comparison.js?page'));
  yield pageEnd;
}

function comparedArchive({ path, manifest }: Archive): ComparedArchive {
  return defined({ path, mapping: mappedSentence(manifest), started: manifest?.started });
}
