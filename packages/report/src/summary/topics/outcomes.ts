import type { ArchiveOutcome } from '@hostspec/archive';
import { type OutcomeStatus, outcomeStatuses } from '@hostspec/spec';
import type { Evidence } from '../evidence.js';
import type { Fact } from '../summary.js';
import { countsOf, someOf } from '../words.js';

/** Missing files and conditions that are not met are normal; these are not. */
const notable: readonly OutcomeStatus[] = ['truncated', 'denied', 'failed', 'timed out'];
const most = 12;

/** How many specs have each outcome, and which were not collected, by reason. */
export async function outcomeFacts({ archive }: Evidence): Promise<Fact[]> {
  const outcomes = [...archive.outcomes.values()];
  if (outcomes.length === 0) return [];
  const counts = outcomeStatuses
    .map((status) => [status, outcomes.filter((one) => one.status === status).length] as const)
    .filter(([, count]) => count > 0);
  const skipped = outcomes.filter(({ status }) => status === 'skipped');
  return [
    {
      label: 'specs',
      text: `${outcomes.length}: ${counts.map(([status, count]) => `${count} ${status}`).join(', ')}`,
      from: 'manifest',
      data: Object.fromEntries(counts),
    },
    ...problemFacts(outcomes.filter(({ status }) => notable.includes(status))),
    ...reasonFacts(skipped.map(({ reason }) => reason ?? 'no reason')),
  ];
}

/** Specs that share a command or a mount often share the reason. */
function problemFacts(outcomes: readonly ArchiveOutcome[]): Fact[] {
  const groups = new Map<
    string,
    { readonly status: OutcomeStatus; readonly reason: string; specs: string[] }
  >();
  for (const { name, status, reason: all } of outcomes) {
    const reason = all?.split('\n', 1)[0]?.slice(0, 300) ?? '';
    const group = groups.get(`${status} ${reason}`) ?? { status, reason, specs: [] };
    group.specs.push(name);
    groups.set(`${status} ${reason}`, group);
  }
  return [...groups.values()].slice(0, most).map(({ status, reason, specs }) => ({
    label: status,
    text: reason,
    from: someOf(specs, 3),
    attention: true,
    data: { status, reason, specs },
  }));
}

function reasonFacts(reasons: readonly string[]): Fact[] {
  const counts = countsOf(reasons);
  if (counts.length === 0) return [];
  const words = counts.map(([reason, count]) => `${reason.split('\n', 1)[0]} (${count})`);
  return [{ label: 'skipped', text: someOf(words, 3), from: 'manifest', data: Object.fromEntries(counts) }];
}
