import type { AnnouncedSpec, Outcome, RunReport } from '@hostspec/spec';
import { HostspecError } from '@hostspec/spec';
import { manifestHead } from '../manifest.js';
import { metadataPath, metadataText } from '../metadata.js';
import { sinkError, Untidy } from '../sink-error.js';
import { version } from '../version.js';
import type { WorkDirectory } from '../work-directory.js';
import type { Format, Metadata, RunToSalvage } from './format.js';

/** The collector that an archive names if the run does not name one. */
export const tool = `hostspec ${version}`;

/** The data of a run that completes its archive. */
export interface RunRest {
  readonly report: RunReport;
  readonly specs: readonly AnnouncedSpec[];
  /** By name of spec, as JSON. */
  readonly outcomes: ReadonlyMap<string, string>;
  /** The bytes of each, by path. */
  readonly items: ReadonlyMap<string, number>;
}

/** The end of an archive: exactly one outcome for every spec of the plan, in catalog order. */
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

/** Everything that is needed to complete an archive. */
export interface Completion {
  readonly format: Format;
  readonly work: WorkDirectory;
  /** Nothing is kept if the archive cannot be completed. */
  readonly transient?: boolean;
}

/**
 * Completes an archive with the end that `endOf` gives, or as much as possible if there is no space; returns where it is.
 *
 * @throws HostspecError `SINK`, and `NO_SPACE` unless the caller was `told` before; the message names what remains.
 */
export async function completeRun(
  { format, work, transient = false }: Completion,
  endOf: () => RunToSalvage,
  told: boolean,
): Promise<string> {
  /** If the archive cannot be completed, what was collected is kept. */
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

/** Removes a work directory, unless that became the archive. @throws Untidy if it cannot be removed. */
export function tidied(path: string, work: WorkDirectory): string {
  try {
    work.destroy();
  } catch (error) {
    throw new Untidy(path, work.path, error);
  }
  return path;
}
