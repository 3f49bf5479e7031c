import type { Plan } from '@hostspec/engine';
import { addMasked, counted, isDeselected, isForOthers, notableStatuses } from '@hostspec/host-kit';
import {
  type Item,
  type MaskedCounts,
  type Outcome,
  type OutcomeStatus,
  outcomeStatuses,
  specsWithin,
} from '@hostspec/spec';
import { oneLine } from '../text.js';

/** An outcome that the user should see: content is missing or incomplete. */
export interface Problem {
  readonly name: string;
  readonly status: OutcomeStatus;
  readonly reason: string;
}

/** A reason that several specs may have. */
interface Common {
  readonly reason: string;
  /** How many have it. */
  readonly specs: number;
  /** How many there are of their kind: selected, or left out by options. */
  readonly of: number;
}

/** The totals of a run's outcomes. */
export interface Tally {
  readonly counts: Readonly<Record<OutcomeStatus, number>>;
  readonly problems: readonly Problem[];
  /** The selected specs that are done. */
  readonly specs: number;
  /** The specs that were left out by options. */
  readonly deselected: number;
  /** The selected specs that were skipped because they are for other distributions. */
  readonly forOthers: number;
  readonly items: number;
  readonly bytes: number;
  /** Whether the usual time limit of a command ended one. */
  readonly hasSlowCommands: boolean;
  /** How many values were masked in the content, by rule. */
  readonly masked: MaskedCounts;
  /** The reason of the most specs, of the selected ones if there are any. */
  commonest(): Common | undefined;
  add(outcome: Outcome): void;
}

/** The tally of a run of this plan, and how many of its specs are selected. */
export function tallyOf({ specs }: Pick<Plan, 'specs'>): {
  readonly outcomes: Tally;
  readonly total: number;
} {
  const ownLimits = specs.filter(({ spec }) =>
    specsWithin(spec).some(({ timeout }) => timeout !== undefined),
  );
  const outcomes = tally(new Set(ownLimits.map(({ name }) => name)));
  return { outcomes, total: specs.filter(({ skip }) => !isDeselected(skip)).length };
}

/** Counts outcomes as they arrive, those of selected specs only. Specs with `ownLimits` do not follow the option for the time of a command. */
export function tally(ownLimits: ReadonlySet<string> = new Set()): Tally {
  const counts = Object.fromEntries(outcomeStatuses.map((status) => [status, 0])) as Record<
    OutcomeStatus,
    number
  >;
  const problems: Problem[] = [];
  const masked: Record<string, number> = {};
  const reasons = { selected: new Map<string, number>(), deselected: new Map<string, number>() };
  const sum = { specs: 0, deselected: 0, forOthers: 0, items: 0, bytes: 0, hasSlowCommands: false };
  return Object.assign(sum, {
    counts,
    problems,
    masked,
    commonest() {
      const { specs, deselected } = sum;
      const [among, of] = specs > 0 ? [reasons.selected, specs] : [reasons.deselected, deselected];
      const [common] = [...among].toSorted(([, a], [, b]) => b - a);
      return common && { reason: common[0], specs: common[1], of };
    },
    add({ name, status, reason = '', items, misses }: Outcome) {
      const selected = !isDeselected(reason);
      const among = selected ? reasons.selected : reasons.deselected;
      among.set(reason, (among.get(reason) ?? 0) + 1);
      if (!selected) {
        sum.deselected++;
        return;
      }
      sum.specs++;
      counts[status]++;
      if (isForOthers(reason)) sum.forOthers++;
      sum.hasSlowCommands ||= !ownLimits.has(name) && isSlow({ items, misses });
      sum.items += items.length;
      for (const item of items) {
        sum.bytes += item.bytes;
        addMasked(masked, item.masked ?? {});
      }
      if (notableStatuses.includes(status)) problems.push({ name, status, reason });
    },
  });
}

/** Whether the time limit of a command ended one: it has no exit status then. */
function isSlow({ items, misses = [] }: Pick<Outcome, 'items' | 'misses'>): boolean {
  const isCommand = ({ source }: Pick<Item, 'source'>): boolean => source.kind === 'command';
  return (
    misses.some((miss) => miss.status === 'timed out' && isCommand(miss)) ||
    items.some((item) => item.truncated !== undefined && item.rc === undefined && isCommand(item))
  );
}

const longestReason = 300;

/** The message that nothing was collected, with the commonest reason. */
export function nothingCollected(tally: Tally): string {
  const common = tally.commonest();
  if (common === undefined) return 'nothing was collected: the plan has no specs';
  const { reason, specs, of } = common;
  const share = specs === of ? counted(of, 'spec') : `${specs} of ${counted(of, 'spec')}`;
  return `nothing was collected: ${oneLine(reason, longestReason)} (${share})`;
}
