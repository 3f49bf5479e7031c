import type { Outcome } from '@hostspec/spec';
import { type CollectOptions, type CollectReport, collect } from './collect.js';
import type { Plan } from './plan.js';

/** How a plan is collected to the end. */
export interface CollectIntoOptions extends CollectOptions {
  /** Hears of each spec's outcome as it finishes. */
  readonly onOutcome?: (outcome: Outcome) => void;
}

/** What a run left: where, and how it went. */
export interface Collection {
  /** What the sink's `finish` returned: the path of an archive. */
  readonly path: string;
  readonly report: CollectReport;
}

/** Collects a plan and completes its sink; where that throws, the sink is closed. */
export async function collectInto(
  plan: Plan,
  { onOutcome, ...options }: CollectIntoOptions,
): Promise<Collection> {
  const run = collect(plan, options);
  try {
    for (;;) {
      const step = await run.next();
      if (step.done) return { path: await options.sink.finish(step.value), report: step.value };
      onOutcome?.(step.value);
    }
  } catch (error) {
    await options.sink.close();
    throw error;
  }
}
