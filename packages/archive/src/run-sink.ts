import { closeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type {
  Item,
  ItemFile,
  ItemPlace,
  Outcome,
  PlannedSpec,
  RunReport,
  RunStart,
  Sink,
} from '@hostspec/spec';
import { HostspecError } from '@hostspec/spec';
import type { Format, RunEnd, Target } from './format.js';
import { wantedPath } from './item-path.js';
import type { Journal } from './journal.js';
import { createJournal } from './journal.js';
import { manifestHead } from './manifest.js';
import { metadataText } from './metadata.js';
import { pathAllocator } from './path-allocator.js';
import { freeSpace, sinkError } from './sink-error.js';
import { version } from './version.js';
import type { WorkDirectory } from './work-directory.js';
import { createWorkDirectory, writeNewFile } from './work-directory.js';

const ballastName = 'ballast';
const ballastBytes = 256 * 1024;
const tool = `hostspec ${version}`;

interface Open {
  readonly work: WorkDirectory;
  readonly journal: Journal;
  readonly format: Format;
}

/** A sink that keeps items in a work directory and makes the archive of a format from them. */
export function runSink(target: Target): Sink {
  const paths = pathAllocator(['insights_commands', 'insights_containers']);
  const unfinished = new Set<ItemFile>();
  const items = new Map<string, Item>();
  const outcomes = new Map<string, string>();
  const planned = new Map<string, PlannedSpec>();
  let opened: Open | undefined;
  let noSpace: HostspecError | undefined;
  let over = false;

  const ensure = (): Open => {
    if (over) throw new HostspecError('SINK', `the archive ${target.name} is finished or given up`);
    opened ??= create();
    return opened;
  };

  const create = (): Open => {
    const work = createWorkDirectory(target.parent, target.name);
    try {
      const { format, name, top } = target;
      const head = { kind: 'hostspec journal', formatVersion: 1, format, name, tool } as const;
      const journal = createJournal(work, top === undefined ? head : { ...head, top });
      writeNewFile(work, ballastName, Buffer.alloc(ballastBytes));
      return { work, journal, format: target.open(work) };
    } catch (error) {
      work.destroy();
      throw sinkError(error, work.path);
    }
  };

  const attempt = <T>(path: string, action: () => T, needed?: number): T => {
    try {
      return action();
    } catch (error) {
      const failure = sinkError(error, path, needed);
      if (failure.code === 'NO_SPACE') noSpace ??= failure;
      throw failure;
    }
  };

  /** A command that writes to its file itself meets a full disk without our seeing it. */
  const checkSpace = (path: string): void => {
    if (!noSpace && freeSpace(path)?.bytes === 0)
      noSpace = sinkError(Object.assign(new Error('the disk is full'), { code: 'ENOSPC' }), path);
  };

  const openFile = (work: WorkDirectory, place: ItemPlace): ItemFile => {
    const wanted = wantedPath(place);
    for (let tries = 0; ; tries++) {
      const path = paths.allocate(wanted);
      try {
        return { fd: work.create(`data/${path}`), path };
      } catch (error) {
        const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST';
        if (exists && tries < 100) continue;
        paths.release(path);
        throw error;
      }
    }
  };

  const discard = (file: ItemFile): void => {
    if (!unfinished.delete(file)) return;
    const { work } = ensure();
    closeSync(file.fd);
    work.remove(`data/${file.path}`);
    paths.release(file.path);
  };

  const endOf = (report: RunReport): RunEnd => {
    for (const spec of planned.values())
      if (!outcomes.has(spec.name)) outcomes.set(spec.name, JSON.stringify(notReached(spec, report)));
    const order = [...new Set([...report.order, ...outcomes.keys()])];
    return {
      head: manifestHead(report, tool),
      outcomes: order.flatMap((name) => outcomes.get(name) ?? []),
      items,
    };
  };

  const finish = async ({ work, journal, format }: Open, report: RunReport): Promise<string> => {
    for (const file of unfinished) discard(file);
    journal.close();
    const end = endOf(report);
    const known = noSpace;
    if (!known)
      try {
        work.remove(ballastName);
        return await format.complete(end);
      } catch (error) {
        noSpace = sinkError(error, target.name);
        if (noSpace.code !== 'NO_SPACE') throw noSpace;
      }
    else work.remove(ballastName);
    const where = await format.salvage(end);
    if (known || !noSpace) return where;
    throw new HostspecError('NO_SPACE', `${noSpace.message}; what was collected is in ${where}`, {
      subject: where,
      value: noSpace.value,
      cause: noSpace,
    });
  };

  return {
    begin(start: RunStart) {
      for (const spec of start.specs) planned.set(spec.name, spec);
      const { work, journal } = ensure();
      attempt(work.path, () => journal.append(JSON.stringify({ start })));
    },
    open(place) {
      const { work } = ensure();
      if (noSpace) throw noSpace;
      const file = attempt(work.path, () => openFile(work, place));
      unfinished.add(file);
      return file;
    },
    keep(file, item) {
      const { work, format } = ensure();
      const path = `${work.path}/data/${file.path}`;
      checkSpace(path);
      if (noSpace) throw noSpace;
      unfinished.delete(file);
      items.set(file.path, item);
      attempt(path, () => format.keep(item, file.fd), item.bytes);
    },
    discard(file) {
      checkSpace(ensure().work.path);
      discard(file);
    },
    write(outcome: Outcome) {
      const { work, journal, format } = ensure();
      const json = JSON.stringify(outcome);
      outcomes.set(outcome.name, json);
      if (noSpace) return;
      return attempt(work.path, () => {
        journal.append(`{"outcome":${json}}`);
        return format.write(outcome, json, metadataText(outcome, planned.get(outcome.name)?.multiOutput));
      });
    },
    async finish(report) {
      const open = ensure();
      over = true;
      try {
        return await finish(open, report);
      } catch (error) {
        throw unfinishedError(error, open.work);
      }
    },
    async read(item) {
      return await readFile(`${ensure().work.path}/data/${item.path}`);
    },
    async close() {
      if (!opened || over) return;
      over = true;
      for (const file of unfinished) closeSync(file.fd);
      opened.journal.close();
      await opened.format.abort();
      opened.work.destroy();
    },
  };
}

function notReached({ name, domain, type }: PlannedSpec, report: RunReport): Outcome {
  const reason = `not reached: ${report.interrupted ?? 'the run ended before it'}`;
  const started = report.finished;
  return { name, domain, type, status: 'skipped', reason, items: [], misses: [], started, duration: 0 };
}

/** An archive that cannot be completed where it was meant to be is no reason to lose what was collected. */
function unfinishedError(error: unknown, work: WorkDirectory): HostspecError {
  const { code, message, subject, value } = sinkError(error, work.path);
  if (subject !== undefined && subject !== work.path && code === 'NO_SPACE') return error as HostspecError;
  return new HostspecError(code, `${message}; what was collected is kept in ${work.path}`, {
    subject: work.path,
    value,
    cause: error,
  });
}
