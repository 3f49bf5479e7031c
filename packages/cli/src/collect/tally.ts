import type { Plan } from '@hostspec/engine';
import {
  addMasked,
  type MaskedCounts,
  type Outcome,
  type OutcomeStatus,
  outcomeStatuses,
} from '@hostspec/spec';

/** An outcome that the user should see: content is missing or incomplete. */
export interface Problem {
  readonly name: string;
  readonly status: OutcomeStatus;
  readonly reason: string;
}

/** The totals of a run's outcomes. */
export interface Tally {
  readonly counts: Readonly<Record<OutcomeStatus, number>>;
  readonly problems: readonly Problem[];
  /** The selected specs that are done. */
  readonly specs: number;
  readonly items: number;
  readonly bytes: number;
  /** How many values were masked in the content, by rule. */
  readonly masked: MaskedCounts;
  add(outcome: Outcome): void;
}

/** Whether the user should see an outcome of each status; the summary has the same order. */
const notable: Readonly<Record<OutcomeStatus, boolean>> = {
  failed: true,
  'timed out': true,
  truncated: true,
  denied: true,
  collected: false,
  empty: false,
  absent: false,
  skipped: false,
};

/** The statuses that the user should see, the most urgent first. */
export const notableStatuses = (Object.keys(notable) as OutcomeStatus[]).filter((status) => notable[status]);

/** The tally of a run of this plan, and how many of its specs are selected. */
export function tallyOf({ specs }: Pick<Plan, 'specs'>): {
  readonly outcomes: Tally;
  readonly total: number;
} {
  const left = new Set(specs.filter(({ deselected }) => deselected).map(({ name }) => name));
  return { outcomes: tally((name) => !left.has(name)), total: specs.length - left.size };
}

/** Counts outcomes as they arrive, those of selected specs only. */
export function tally(isSelected: (name: string) => boolean): Tally {
  const counts = Object.fromEntries(outcomeStatuses.map((status) => [status, 0])) as Record<
    OutcomeStatus,
    number
  >;
  const problems: Problem[] = [];
  const masked: Record<string, number> = {};
  let specs = 0;
  let items = 0;
  let bytes = 0;
  return {
    counts,
    problems,
    masked,
    get specs() {
      return specs;
    },
    get items() {
      return items;
    },
    get bytes() {
      return bytes;
    },
    add(outcome) {
      if (!isSelected(outcome.name)) return;
      specs++;
      counts[outcome.status]++;
      items += outcome.items.length;
      for (const item of outcome.items) {
        bytes += item.bytes;
        addMasked(masked, item.masked ?? {});
      }
      if (notable[outcome.status])
        problems.push({ name: outcome.name, status: outcome.status, reason: outcome.reason ?? '' });
    },
  };
}
