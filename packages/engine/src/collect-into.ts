import type { Outcome } from '@hostspec/spec';
import { type CollectOptions, type CollectReport, collect } from './collect.js';
import type { Plan } from './plan.js';

/** Options for collecting a plan into a complete archive. */
export interface CollectIntoOptions extends CollectOptions {
  /** Called with each spec's outcome as it finishes. */
  readonly onOutcome?: (outcome: Outcome) => void;
}

/** The result of a run: its path, and how it went. */
export interface Collection {
  /** The result of the sink's `finish`: the path of an archive. */
  readonly path: string;
  readonly report: CollectReport;
}

/** Collects a plan and completes its sink; if that throws, the sink is closed. */
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
