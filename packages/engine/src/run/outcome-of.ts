import type { Miss, Outcome, OutcomeStatus } from '@hostspec/spec';
import type { PlannedSpec } from '../plan/plan.js';
import { describeSource, type Gap } from '../plan/tasks.js';
import { type Gathered, isItem } from './gather.js';

/** The results of a spec's tasks. */
export interface GatheredSpec {
  readonly gathered: readonly Gathered[];
  readonly gap?: Gap;
  readonly note?: string;
  /** What was left out on purpose: the content is complete without it. */
  readonly remark?: string;
}

const maxMisses = 100;

/** How informative a status is; 1 is the most. */
const severity: Readonly<Record<Miss['status'], number>> = {
  'timed out': 1,
  failed: 2,
  denied: 3,
  empty: 4,
  absent: 5,
  skipped: 6,
};

/** The reason of a miss. The words for a time limit are always the same, so they get the command. */
function toldReason(miss: Miss | undefined): string {
  if (miss?.status !== 'timed out' || miss.source.kind !== 'command') return miss?.reason ?? '';
  return `${describeSource(miss.source)}: ${miss.reason}`;
}

/** The outcome of a spec, with the reason in words. */
export function outcomeOf(
  { name, domain, spec }: PlannedSpec,
  { gathered, gap, note, remark }: GatheredSpec,
  times: Pick<Outcome, 'started' | 'duration'>,
): Outcome {
  const items = gathered.filter(isItem);
  const misses = gathered.filter((each): each is Miss => !isItem(each));
  const reasons: string[] = [];
  let status: OutcomeStatus;
  if (items.length > 0) {
    const cut = items.filter((item) => item.truncated);
    const over = misses.find((miss) => miss.status === 'timed out');
    status = cut.length > 0 || over || note !== undefined ? 'truncated' : 'collected';
    if (cut.length > 0)
      reasons.push(
        cut
          .map((item) => `${describeSource(item.source)}: ${item.truncated?.reason}`)
          .slice(0, 3)
          .join('; '),
      );
    if (misses.length > 0)
      reasons.push(`${misses.length} of ${gathered.length} gave nothing: ${toldReason(over ?? misses[0])}`);
  } else {
    const statuses = misses.map((miss) => miss.status);
    // An alternative that could be asked answers for one that was refused.
    const isAnswered = spec.type === 'first_of' && statuses.includes('empty');
    const [worst] = statuses
      .filter((each) => !(isAnswered && each === 'denied'))
      .sort((a, b) => severity[a] - severity[b]);
    status = worst ?? gap?.status ?? 'absent';
    const telling = misses.filter((miss) => miss.status === status).map(toldReason);
    reasons.push(
      telling.length > 1
        ? `${telling[0]} (and ${telling.length - 1} more)`
        : (telling[0] ?? gap?.reason ?? 'nothing to collect'),
    );
  }
  if (note !== undefined) reasons.push(note);
  if (remark !== undefined) reasons.push(remark);
  return {
    name,
    domain,
    type: spec.type,
    status,
    ...(reasons.length > 0 ? { reason: joined(reasons) } : {}),
    items,
    misses: misses.slice(0, maxMisses),
    ...times,
  };
}

/** Reasons as one sentence. What a program said often ends with a full stop. */
function joined(reasons: readonly string[]): string {
  return reasons.join('; ').replaceAll('.; ', '; ');
}
