import type { AnnouncedSpec, Outcome, RunReport } from '@hostspec/spec';
import { metadataText } from '../metadata.js';
import { runEnd } from './complete-run.js';
import type { RunToSalvage } from './format.js';

/** What a run has collected so far. */
export interface RunRecord {
  /** Records an outcome: its JSON, and the text of its metadata if it has any. */
  add(outcome: Outcome): { readonly json: string; readonly metadata: string | undefined };
  /** Notes where the JSON of an outcome begins in the journal; it is then not kept in memory. */
  journaled(name: string, start: number): void;
  /** The end of the run, with the outcomes that are in the content of the journal. */
  end(report: RunReport, journal: Buffer): RunToSalvage;
}

/** A text in the journal, by its bytes. */
interface Journaled {
  readonly start: number;
  readonly bytes: number;
}

/** Makes the record of a run of these specs. */
export function runRecord(planned: readonly AnnouncedSpec[]): RunRecord {
  const multiOutput = new Set(planned.filter((spec) => spec.multiOutput).map(({ name }) => name));
  const items = new Map<string, number>();
  const outcomes = new Map<string, string | Journaled>();
  return {
    add(outcome) {
      const json = JSON.stringify(outcome);
      outcomes.set(outcome.name, json);
      for (const { path, bytes } of outcome.items) items.set(path, bytes);
      return { json, metadata: metadataText(outcome, multiOutput.has(outcome.name)) };
    },
    journaled(name, start) {
      const json = outcomes.get(name);
      if (typeof json === 'string') outcomes.set(name, { start, bytes: Buffer.byteLength(json) });
    },
    end(report, journal) {
      const texts = [...outcomes].map(([name, each]): [string, string] => [
        name,
        typeof each === 'string' ? each : journal.toString('utf8', each.start, each.start + each.bytes),
      ]);
      return runEnd({ report, specs: planned, outcomes: new Map(texts), items });
    },
  };
}
