import { type AnnouncedSpec, HostspecError, type Outcome, type RunReport } from '@hostspec/spec';
import { manifestHead, metadataPath, metadataText } from '../manifest.js';
import { sinkError, Untidy } from '../sink-error.js';
import { version } from '../version.js';
import type { WorkDirectory } from '../work-directory.js';
import type { Format, Metadata, RunToSalvage } from './format.js';

/** The collector named in an archive if the run names none. */
export const tool = `hostspec ${version}`;

interface RunRest {
  readonly report: RunReport;
  readonly specs: readonly AnnouncedSpec[];
  readonly outcomes: ReadonlyMap<string, string>;
  readonly items: ReadonlyMap<string, number>;
}

/** The end of an archive: exactly one outcome per planned spec, in catalog order. */
export function runEnd({ report, specs, outcomes, items }: RunRest): RunToSalvage {
  const all = new Map(outcomes);
  for (const spec of specs)
    if (!all.has(spec.name)) all.set(spec.name, JSON.stringify(notReached(spec, report)));
  const order = [...new Set([...report.order, ...all.keys()])];
  return {
    head: manifestHead(report, tool),
    outcomes: order.flatMap((name) => all.get(name) ?? []),
    items,
    metadata: () => metadataOf(specs, outcomes),
  };
}

function metadataOf(
  specs: readonly AnnouncedSpec[],
  outcomes: ReadonlyMap<string, string>,
): readonly Metadata[] {
  const multiOutput = new Map(specs.map((spec) => [spec.name, spec.multiOutput]));
  return [...outcomes].flatMap(([name, json]) => {
    const text = metadataText(JSON.parse(json) as Outcome, multiOutput.get(name));
    return text === undefined ? [] : { path: metadataPath(name), text };
  });
}

function notReached({ name, domain, type }: AnnouncedSpec, report: RunReport): Outcome {
  const reason = `not reached: ${report.interrupted ?? 'the run ended before it'}`;
  const started = report.finished;
  return { name, domain, type, status: 'skipped', reason, items: [], misses: [], started, duration: 0 };
}

interface Completion {
  readonly format: Format;
  readonly work: WorkDirectory;
  /** Keep nothing if the archive cannot be completed. */
  readonly transient?: boolean;
}

/**
 * Completes an archive with the end that `endOf` returns; without enough space, as much of it as possible. Returns its path.
 *
 * @throws HostspecError `SINK`, and `NO_SPACE` unless the caller was `told` before. The message names what remains.
 */
export async function completeRun(
  { format, work, transient = false }: Completion,
  endOf: () => RunToSalvage,
  told: boolean,
): Promise<string> {
  /** Keeps what was collected, unless the run is transient. */
  const failed = async (error: unknown): Promise<HostspecError> => {
    await format.abort();
    const failure = sinkError(error, work.path);
    if (failure instanceof Untidy) {
      work.release();
      return failure;
    }
    if (transient) {
      work.destroy();
      return failure;
    }
    work.release();
    return new HostspecError(failure.code, `${failure.message}; what was collected is kept in ${work.path}`, {
      subject: work.path,
      value: failure.value,
      cause: failure,
    });
  };

  let end: RunToSalvage;
  try {
    end = endOf();
  } catch (error) {
    throw await failed(error);
  }
  let shortage: HostspecError;
  try {
    return tidied(await format.complete(end), work);
  } catch (error) {
    shortage = sinkError(error, work.path);
    if (shortage.code !== 'NO_SPACE') throw await failed(shortage);
  }
  let where: string;
  try {
    where = tidied(await format.salvage(end), work);
  } catch (error) {
    throw await failed(error);
  }
  if (told) return where;
  throw new HostspecError('NO_SPACE', `${shortage.message}; what was collected is in ${where}`, {
    subject: where,
    value: shortage.value,
    cause: shortage,
  });
}

/** Removes a work directory, unless it became the archive. @throws Untidy if it cannot be removed. */
export function tidied(path: string, work: WorkDirectory): string {
  try {
    work.destroy();
  } catch (error) {
    throw new Untidy(path, work.path, error);
  }
  return path;
}

/** What a run has collected so far. */
export interface RunRecord {
  /** Records an outcome. Returns its JSON, and its metadata if it has any. */
  add(outcome: Outcome): { readonly json: string; readonly metadata: string | undefined };
  /** Notes where an outcome's JSON starts in the journal. It need not stay in memory then. */
  journaled(name: string, start: number): void;
  /** The end of the run. `journal` is the content of the journal. */
  end(report: RunReport, journal: Buffer): RunToSalvage;
}

interface Journaled {
  readonly start: number;
  readonly bytes: number;
}

/** Creates the record of a run. */
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
