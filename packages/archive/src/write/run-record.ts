import type { AnnouncedSpec, Item, Outcome, RunReport } from '@hostspec/spec';
import { metadataText } from '../metadata.js';
import { runEnd } from './complete-run.js';
import type { FinishedRun } from './format.js';

/** What a run has collected so far. */
export interface RunRecord {
  keep(path: string, item: Item): void;
  /** Records an outcome: its JSON, and the text of its metadata if it has any. */
  add(outcome: Outcome): { readonly json: string; readonly metadata: string | undefined };
  /** Forgets the items that no outcome has; returns their paths. */
  dropUnclaimed(): readonly string[];
  end(report: RunReport): FinishedRun;
}

/** Makes the record of a run of these specs. */
export function runRecord(planned: readonly AnnouncedSpec[]): RunRecord {
  const specs = new Map(planned.map((spec) => [spec.name, spec]));
  const items = new Map<string, Item>();
  const claimed = new Set<string>();
  const outcomes = new Map<string, string>();
  return {
    keep: (path, item) => void items.set(path, item),
    add(outcome) {
      const json = JSON.stringify(outcome);
      outcomes.set(outcome.name, json);
      for (const { path } of outcome.items) claimed.add(path);
      return { json, metadata: metadataText(outcome, specs.get(outcome.name)?.multiOutput) };
    },
    dropUnclaimed() {
      const unclaimed = [...items.keys()].filter((path) => !claimed.has(path));
      for (const path of unclaimed) items.delete(path);
      return unclaimed;
    },
    end: (report) => runEnd({ report, specs: [...specs.values()], outcomes, items }),
  };
}
