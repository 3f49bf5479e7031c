import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { codeOf, whileNoDescriptor } from '@hostspec/files';
import type { OutputPlace } from '@hostspec/files/output';
import {
  HostspecError,
  type Item,
  type ItemPlace,
  type OpenItem,
  type RunReport,
  type RunStart,
  type Sink,
} from '@hostspec/spec';
import { pathAllocator, wantedPath } from '../item-path.js';
import { sinkError, spaceWatch } from '../sink-error.js';
import { createWorkDirectory, type WorkDirectory, writeNewFile } from '../work-directory.js';
import { completeRun, type RunRecord, runRecord } from './complete-run.js';
import type { Format, RunToSalvage, Target } from './format.js';
import { createJournal, type Journal } from './journal.js';
import { patience, whenDescriptor } from './patience.js';
import type { ContentStore, OpenContent } from './stores.js';
import { openTarget } from './target-path.js';

const maxTries = 100;

/** Space to free when the disk is full, so that the archive can be completed. */
const ballast = { name: 'ballast', bytes: 256 * 1024 } as const;

const outcomeKey = '{"outcome":';

let zeros: Buffer | undefined;

function ballastContent(): Buffer {
  zeros ??= Buffer.alloc(ballast.bytes);
  return zeros;
}

interface Begun {
  readonly place: OutputPlace;
  readonly work: WorkDirectory;
  readonly journal: Journal;
  readonly store: ContentStore;
  readonly format: Format;
  readonly items: OpenItems;
  readonly record: RunRecord;
}

/** Creates a sink that keeps items in a work directory and makes an archive of them. */
export function runSink(target: Target): Sink {
  const space = spaceWatch();
  let begun: Begun | undefined;
  let over = false;

  const running = (): Begun => {
    if (begun && !over) return begun;
    throw notRunning(target.name, over ? 'is already finished or discarded' : 'has not been started');
  };

  return {
    begin(start) {
      if (begun) throw notRunning(target.name, 'was already started');
      begun = beginRun(target, start);
    },
    open(place) {
      const { work, items } = running();
      const failed = (error: unknown): HostspecError => space.failed(error, work.path);
      return whenDescriptor(() => {
        space.check();
        return items.open(place, (path, write, bytes) =>
          whenDescriptor(
            () => {
              space.check();
              write();
            },
            (error) => space.failed(error, `${work.path}/data/${path}`, bytes),
          ),
        );
      }, failed);
    },
    keep(open, item) {
      const { work, format, items } = running();
      return whenDescriptor(
        () => {
          space.check();
          const content = items.keep(open, item);
          format.keep(item, content);
        },
        (error) => space.failed(error, `${work.path}/data/${open.path}`, item.bytes),
      );
    },
    discard(open) {
      running().items.discard(open);
    },
    async write(outcome) {
      const { work, journal, store, format, record } = running();
      const { json, metadata } = record.add(outcome);
      const stored = JSON.stringify(outcome.items.map((item) => store.locate(item.path)));
      const knew = space.told();
      const [error] = await errorsOf([
        () => {
          const line = journal.append(`${outcomeKey}${json},"stored":${stored}}`);
          record.journaled(outcome.name, line + outcomeKey.length);
        },
        () => whileNoDescriptor(patience, () => format.write(outcome, metadata)),
      ]);
      if (error === undefined) return;
      const failure = space.failed(error, work.path);
      if (!(knew && failure.code === 'NO_SPACE')) throw failure;
    },
    async finish(report) {
      const run = running();
      over = true;
      return await finishRun(run, report, target.transient ?? false, space.told());
    },
    async read(item) {
      const { work, store } = running();
      const { file, offset } = store.locate(item.path);
      return await readRange(work.file(file), offset, item.bytes);
    },
    async close() {
      if (!begun || over) return;
      const { place, work, journal, store, format, items } = begun;
      over = true;
      items.close();
      store.close();
      journal.close();
      await format.abort();
      work.destroy();
      place.close();
    },
  };
}

function notRunning(name: string, state: string): HostspecError {
  return new HostspecError('SINK', `the archive ${name} ${state}`, { subject: name });
}

function beginRun(target: Target, start: RunStart): Begun {
  const place = openTarget(target);
  let work: WorkDirectory | undefined;
  try {
    work = createWorkDirectory(place, target.name);
    const journal = createJournal(work, target);
    journal.append(JSON.stringify({ start }));
    writeNewFile(work, ballast.name, ballastContent());
    const store = target.store(work);
    const format = target.open({ work, stored: work, content: store, place });
    format.begin(start);
    return { place, work, journal, store, format, items: openItems(store), record: runRecord(start.specs) };
  } catch (error) {
    work?.destroy();
    place.close();
    throw sinkError(error, work?.path ?? place.path, ballast.bytes);
  }
}

async function finishRun(run: Begun, report: RunReport, transient: boolean, told: boolean): Promise<string> {
  const { place, work, journal, store, format, items, record } = run;
  for (const item of items.unfinished()) laterIfAtAll(() => items.discard(item));
  laterIfAtAll(() => store.close());
  laterIfAtAll(() => work.remove(ballast.name));
  const read = readJournal(journal);
  laterIfAtAll(() => journal.close());
  const end = (): RunToSalvage => {
    if ('error' in read) throw read.error;
    return record.end(report, read.content);
  };
  try {
    return await completeRun({ format, work, transient }, end, told);
  } finally {
    place.close();
  }
}

function readJournal(journal: Journal): { readonly content: Buffer } | { readonly error: unknown } {
  try {
    return { content: journal.read() };
  } catch (error) {
    return { error };
  }
}

/** Runs every step, even after one failed. Returns the errors. */
async function errorsOf(steps: readonly (() => Promise<void> | void)[]): Promise<unknown[]> {
  const errors: unknown[] = [];
  for (const step of steps)
    try {
      await step();
    } catch (error) {
      errors.push(error);
    }
  return errors;
}

/** If something cannot be removed now, completing the archive tries again and reports it. */
function laterIfAtAll(remove: () => void): void {
  try {
    remove();
  } catch {}
}

async function readRange(path: string, offset: number, length: number): Promise<Uint8Array> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const buffer = Buffer.allocUnsafe(length);
    for (let done = 0; done < length; ) {
      const { bytesRead } = await file.read(buffer, done, length - done, offset + done);
      if (bytesRead === 0) throw new Error(`${path} ended at ${offset + done}`);
      done += bytesRead;
    }
    return buffer;
  } finally {
    await file.close();
  }
}

/** Runs `write`, which writes `bytes` bytes to an item's path. */
type Writing = (path: string, write: () => void, bytes: number) => Promise<void> | void;

/** Items being written, each at its own path in the archive. */
interface OpenItems {
  /** Begins an item. Its pieces are written through `writing`. @throws the system's error. */
  open(place: ItemPlace, writing: Writing): OpenItem;
  /** Keeps an item. Returns its content if that is in memory anyway. @throws the system's error. */
  keep(open: OpenItem, item: Item): Uint8Array | undefined;
  /** Removes an item and frees its path, unless it was kept or removed before. */
  discard(open: OpenItem): void;
  unfinished(): readonly OpenItem[];
  /** Closes unfinished items without removing them. */
  close(): void;
}

/** Creates the items of one run, in a store. */
export function openItems(store: ContentStore): OpenItems {
  const paths = pathAllocator();
  const unfinished = new Map<OpenItem, OpenContent>();

  const create = (place: ItemPlace): readonly [path: string, content: OpenContent] => {
    const wanted = wantedPath(place);
    for (let tries = 0; ; tries++) {
      const path = paths.allocate(wanted);
      try {
        return [path, store.open(path)];
      } catch (error) {
        // Some file systems take two of our names for one.
        if (codeOf(error) === 'EEXIST' && tries < maxTries) continue;
        paths.release(path);
        throw error;
      }
    }
  };

  return {
    open(place, writing) {
      const [path, content] = create(place);
      const item: OpenItem = {
        path,
        write: (piece) => writing(path, () => content.write(piece), piece.length),
      };
      unfinished.set(item, content);
      return item;
    },
    keep(open, item) {
      const content = unfinished.get(open)?.keep(item);
      unfinished.delete(open);
      return content;
    },
    discard(open) {
      const content = unfinished.get(open);
      if (!content) return;
      unfinished.delete(open);
      content.discard();
      paths.release(open.path);
    },
    unfinished: () => [...unfinished.keys()],
    close() {
      for (const content of unfinished.values()) content.close();
    },
  };
}
