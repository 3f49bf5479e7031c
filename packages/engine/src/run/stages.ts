import type { PlannedSpec } from '../plan/plan.js';
import { reportsRun } from './order.js';

// A command with at least this time limit, in seconds, is too heavy to run beside others.
const heavySeconds = 300;

const stages = { most: 0, heavy: 1, reports: 2 } as const;

function stageOf(planned: PlannedSpec): number {
  if (reportsRun(planned)) return stages.reports;
  return (planned.spec.timeout ?? 0) >= heavySeconds ? stages.heavy : stages.most;
}

/** Runs specs in stages: each spec waits until those of earlier stages are done. */
export interface Stages<T extends { readonly planned: PlannedSpec }> {
  /** Starts a spec, now or as soon as its stage has come. */
  add(each: T): void;
  /** Notes that a spec is done. */
  done(each: T): void;
}

/** Creates the stages. Heavy specs start one at a time. `start` gets each spec when its turn has come. */
export function inStages<T extends { readonly planned: PlannedSpec }>(
  specs: readonly PlannedSpec[],
  start: (each: T) => void,
): Stages<T> {
  const stageBy = new Map(specs.map((planned) => [planned, stageOf(planned)]));
  const left = [0, 0, 0];
  for (const stage of stageBy.values()) left[stage] = (left[stage] ?? 0) + 1;
  const held: T[][] = [[], [], []];
  let isAlone = false;
  const startNext = (): void => {
    const stage = left.findIndex((count) => count > 0);
    if (stage !== stages.heavy) for (const each of held[stage]?.splice(0) ?? []) start(each);
    else if (!isAlone) {
      const next = held[stage]?.shift();
      isAlone = next !== undefined;
      if (next) start(next);
    }
  };
  return {
    add(each) {
      held[stageBy.get(each.planned) ?? stages.most]?.push(each);
      startNext();
    },
    done({ planned }) {
      const stage = stageBy.get(planned) ?? stages.most;
      left[stage] = (left[stage] ?? 0) - 1;
      if (stage === stages.heavy) isAlone = false;
      startNext();
    },
  };
}
