import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { AnnouncedSpec, Item, ItemPlace, OpenItem, Sink } from '@hostspec/spec';
import { HostspecError } from '@hostspec/spec';
import { completeRun, runEnd } from './complete-run.js';
import type { ContentStore, OpenContent } from './content-store.js';
import type { Format, Target } from './format.js';
import { wantedPath } from './item-path.js';
import type { Journal } from './journal.js';
import { createJournal } from './journal.js';
import { metadataText } from './metadata.js';
import type { OutputPlace } from './output-place.js';
import { pathAllocator } from './path-allocator.js';
import { whenDescriptor, whileNoDescriptor } from './patience.js';
import { errorCode, sinkError } from './sink-error.js';
import { openPlace } from './target-path.js';
import type { WorkDirectory } from './work-directory.js';
import { createWorkDirectory, writeNewFile } from './work-directory.js';

/** Reserved space, released when the disk is full so that the archive can be completed. */
const ballast = { name: 'ballast', bytes: 256 * 1024 } as const;

interface Begun {
  readonly place: OutputPlace;
  readonly work: WorkDirectory;
  readonly journal: Journal;
  readonly store: ContentStore;
  readonly format: Format;
}

/** A sink that keeps items in a work directory and makes an archive from them. */
export function runSink(target: Target): Sink {
  const paths = pathAllocator(['insights_commands', 'insights_containers']);
  const unfinished = new Map<OpenItem, OpenContent>();
  const items = new Map<string, Item>();
  const claimed = new Set<string>();
  const outcomes = new Map<string, string>();
  const specs = new Map<string, AnnouncedSpec>();
  let begun: Begun | undefined;
  let over = false;
  let noSpace: HostspecError | undefined;
  let told = false;

  const running = (): Begun => {
    if (begun && !over) return begun;
    throw new HostspecError(
      'SINK',
      `the archive ${target.name} ${over ? 'is already finished or discarded' : 'has not been started'}`,
      {
        subject: target.name,
      },
    );
  };

  const failed = (error: unknown, path: string, unwritten?: number): HostspecError => {
    const failure = sinkError(error, path, unwritten);
    if (failure.code === 'NO_SPACE') {
      noSpace ??= failure;
      told = true;
    }
    return failure;
  };

  const create = (store: ContentStore, place: ItemPlace): readonly [path: string, content: OpenContent] => {
    const wanted = wantedPath(place);
    for (let tries = 0; ; tries++) {
      const path = paths.allocate(wanted);
      try {
        return [path, store.open(path)];
      } catch (error) {
        // The path is free to us but not on a file system that takes two of our names for one.
        if (errorCode(error) === 'EEXIST' && tries < 100) continue;
        paths.release(path);
        throw error;
      }
    }
  };

  const discard = (item: OpenItem): void => {
    const content = unfinished.get(item);
    if (!content) return;
    unfinished.delete(item);
    content.discard();
    paths.release(item.path);
  };

  const open = ({ work, store }: Begun, place: ItemPlace): OpenItem => {
    const [path, content] = create(store, place);
    const item: OpenItem = {
      path,
      write: (piece) =>
        whenDescriptor(
          () => {
            if (noSpace) throw noSpace;
            content.write(piece);
          },
          (error) => failed(error, `${work.path}/data/${path}`, piece.length),
        ),
    };
    unfinished.set(item, content);
    return item;
  };

  return {
    begin(start) {
      if (begun) throw new HostspecError('SINK', `the archive ${target.name} was already started`);
      for (const spec of start.specs) specs.set(spec.name, spec);
      const place = openPlace(target.option, target.parent, target.parent, target.name, {
        alone: target.inside ?? false,
      });
      let work: WorkDirectory | undefined;
      try {
        work = createWorkDirectory(place, target.name);
        const journal = createJournal(work, target);
        journal.append(JSON.stringify({ start }));
        writeNewFile(work, ballast.name, Buffer.alloc(ballast.bytes));
        const store = target.store(work);
        const format = target.open({ work, source: work, content: store, place });
        format.begin(start);
        begun = { place, work, journal, store, format };
      } catch (error) {
        work?.destroy();
        place.close();
        throw sinkError(error, work?.path ?? place.path, ballast.bytes);
      }
    },
    open(place) {
      const run = running();
      return whenDescriptor(
        () => {
          if (noSpace) throw noSpace;
          return open(run, place);
        },
        (error) => failed(error, run.work.path),
      );
    },
    keep(open, item) {
      const { work, format } = running();
      return whenDescriptor(
        () => {
          if (noSpace) throw noSpace;
          const content = unfinished.get(open)?.keep(item);
          unfinished.delete(open);
          items.set(open.path, item);
          format.keep(item, content);
        },
        (error) => failed(error, `${work.path}/data/${open.path}`, item.bytes),
      );
    },
    discard(open) {
      running();
      discard(open);
    },
    async write(outcome) {
      const { work, journal, store, format } = running();
      const json = JSON.stringify(outcome);
      outcomes.set(outcome.name, json);
      for (const { path } of outcome.items) claimed.add(path);
      const stored = JSON.stringify(outcome.items.map((item) => store.locate(item.path)));
      const metadata = metadataText(outcome, specs.get(outcome.name)?.multiOutput);
      const knew = told;
      let failure: HostspecError | undefined;
      for (const step of [
        () => journal.append(`{"outcome":${json},"stored":${stored}}`),
        () => whileNoDescriptor(() => format.write(outcome, metadata)),
      ])
        try {
          await step();
        } catch (error) {
          failure ??= failed(error, work.path);
        }
      if (failure && !(knew && failure.code === 'NO_SPACE')) throw failure;
    },
    async finish(report) {
      const { place, work, journal, store, format } = running();
      over = true;
      for (const item of unfinished.keys()) laterIfAtAll(() => discard(item));
      laterIfAtAll(() => journal.close());
      laterIfAtAll(() => work.remove(ballast.name));
      for (const path of items.keys())
        if (!claimed.has(path)) {
          items.delete(path);
          laterIfAtAll(() => store.forget(path));
        }
      const end = runEnd({ report, specs: [...specs.values()], outcomes, items });
      try {
        return await completeRun({ format, work, transient: target.transient ?? false }, end, told);
      } finally {
        place.close();
      }
    },
    async read(item) {
      const { work, store } = running();
      const { file, offset } = store.locate(item.path);
      return await readRange(work.file(file), offset, item.bytes);
    },
    async close() {
      if (!begun || over) return;
      const { place, work, journal, format } = begun;
      over = true;
      for (const content of unfinished.values()) content.close();
      journal.close();
      await format.abort();
      work.destroy();
      place.close();
    },
  };
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
