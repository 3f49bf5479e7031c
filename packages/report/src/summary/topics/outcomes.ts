import type { Archive, ArchiveOutcome } from '@hostspec/archive';
import { counted, isDeselected, isForOthers, notableStatuses, shortened, someOf } from '@hostspec/host-kit';
import { type OutcomeStatus, outcomeStatuses } from '@hostspec/spec';
import { type Evidence, isOfInsights } from '../evidence.js';
import type { Finding } from '../summary.js';

const most = 12;

const noOutcomes: Finding = {
  label: 'not known',
  text: 'this kind of archive does not say what could not be collected',
  from: 'archive',
};

/** How many specs have each outcome, and which were not collected, by reason. */
export async function outcomeFacts({ archive }: Evidence): Promise<Finding[]> {
  if (archive.outcomes.size === 0) return [noOutcomes];
  const all = [...archive.outcomes.values()];
  const outcomes = all.filter(({ reason }) => !isDeselected(reason));
  const deselected = all.length - outcomes.length;
  const counts = outcomeStatuses
    .map((status) => [status, outcomes.filter((one) => one.status === status).length] as const)
    .filter(([, count]) => count > 0);
  const forOthers = outcomes.filter(({ reason }) => isForOthers(reason)).length;
  const problems = outcomes.filter(({ status }) => notableStatuses.includes(status));
  return [
    {
      label: 'specs',
      text: [
        `${outcomes.length}: ${counts.map(([status, count]) => `${count} ${status}`).join(', ')}`,
        ...(forOthers > 0 ? [` (${forOthers} of them for other distributions)`] : []),
        ...(deselected > 0 ? [`; ${deselected} deselected`] : []),
      ].join(''),
      from: 'manifest',
      data: {
        ...Object.fromEntries(counts),
        ...(forOthers > 0 ? { forOthers } : {}),
        ...(deselected > 0 ? { deselected } : {}),
      },
    },
    ...(isOfInsights(archive)
      ? othersFacts(problems, counts)
      : [...ignoredFacts(archive.skipped), ...problemFacts(problems)]),
  ];
}

/** What of the archive could not be read. */
function ignoredFacts(skipped: Archive['skipped']): Finding[] {
  return skipped.slice(0, most).map(({ path, reason }) => ({
    label: 'ignored',
    text: `${path}: ${reason}`,
    from: 'manifest',
  }));
}

/** Specs that share a command or a mount often share the reason. */
function problemFacts(outcomes: readonly ArchiveOutcome[]): Finding[] {
  const groups = new Map<
    string,
    { readonly status: OutcomeStatus; readonly reason: string; specs: string[] }
  >();
  for (const { name, status, reason: all } of outcomes) {
    // Programs may print their version before what is wrong.
    const reason = shortened((all ?? '').trim().replace(/\s+/g, ' '), 300);
    const group = groups.get(`${status} ${reason}`) ?? { status, reason, specs: [] };
    group.specs.push(name);
    groups.set(`${status} ${reason}`, group);
  }
  const all = [...groups.values()];
  const rest = all.slice(most).flatMap(({ specs }) => specs);
  return [
    ...all.slice(0, most).map(
      ({ status, reason, specs }): Finding => ({
        label: status,
        text: reason,
        from: someOf(specs, 3),
        data: { status, reason, specs },
      }),
    ),
    ...(rest.length === 0
      ? []
      : [{ label: 'others', text: counted(rest.length, 'more spec'), from: someOf(rest, 3), data: rest }]),
  ];
}

/** What another collector did not collect, in one line: its reasons are about its own work. */
function othersFacts(
  problems: readonly ArchiveOutcome[],
  counts: readonly (readonly [status: OutcomeStatus, count: number])[],
): Finding[] {
  if (problems.length === 0) return [];
  const words = counts.filter(([status]) => notableStatuses.includes(status));
  return [
    {
      label: 'not collected',
      text: `by insights-core: ${words.map(([status, count]) => `${count} ${status}`).join(', ')}`,
      from: someOf(
        problems.map(({ name }) => name),
        3,
      ),
      data: problems.map(({ name, status }) => ({ name, status })),
    },
  ];
}
