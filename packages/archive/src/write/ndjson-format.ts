import type { Outcome, OutcomeStatus, RunStart } from '@hostspec/spec';
import { outcomeStatuses } from '@hostspec/spec';
import type { ManifestHead, RunHead } from '../manifest.js';
import { runHead } from '../manifest.js';
import { ndjsonReader } from '../read/ndjson-index.js';
import { sinkError } from '../sink-error.js';
import { tool } from './complete-run.js';
import { salvageDirectory } from './directory-format.js';
import type { FileFormat, FilePlace, FinishedRun, Format, Workshop } from './format.js';
import { itemJson } from './ndjson-item.js';
import { type LineOutput, lineOutput } from './patience.js';
import { treeStore } from './stores.js';

/** The first line of NDJSON: the run. */
export type NdjsonRun = { readonly type: 'run' } & RunHead;

/** A line of NDJSON per spec: its outcome (`type` is the collection type), each item with its content. */
export type NdjsonOutcome = Omit<Outcome, 'items'> & {
  readonly items: readonly (Outcome['items'][number] &
    ({ readonly text: string } | { readonly base64: string }))[];
};

/** The last line of NDJSON: how the run ended. */
export type NdjsonSummary = { readonly type: 'summary' } & Pick<
  ManifestHead,
  'finished' | 'interrupted' | 'notEntered' | 'notes'
> & { readonly statuses: Readonly<Record<OutcomeStatus, number>> };

const fileName = 'archive.ndjson';
const ownStart = '{"type":"run","kind":"hostspec",';

/** NDJSON in a file. */
export const ndjson: FileFormat = {
  isOwn: (start) => start.subarray(0, ownStart.length).toString() === ownStart,
  store: treeStore,
  open: (workshop, file) => ndjsonTo(workshop, { fd: workshop.work.create(fileName), name: file.path, file }),
  reader: ndjsonReader,
};

interface NdjsonOutput {
  readonly fd: number;
  /** For messages. */
  readonly name: string;
  /** Where the file will be; absent for a stream. */
  readonly file?: FilePlace;
}

/** Writes a line for the run, one per outcome as it comes, and a summary. Holds one piece of an item in memory. */
export function ndjsonTo(
  { work, stored, content, place }: Workshop,
  { fd, name, file }: NdjsonOutput,
): Format {
  const output = lineOutput(fd, name);
  const lines = ndjsonLines(output, { content, stored });
  let last: Promise<void> = Promise.resolve();
  let open = file !== undefined;
  let failure: unknown;

  const close = async (): Promise<void> => {
    if (!open) return;
    // Closing frees the descriptor even if it fails.
    open = false;
    // Otherwise a line still being written would go to the next file with this descriptor.
    await last.catch(() => {});
    await output.close();
  };

  const inTurn = (action: () => Promise<void>): Promise<void> => {
    last = last.then(async () => {
      if (file && !open) throw new Error('the archive was discarded');
      await action();
    });
    last.catch(() => {});
    return last;
  };

  const end = async ({ head, outcomes }: FinishedRun): Promise<string> => {
    for (const outcome of outcomes.map((json) => JSON.parse(json) as Outcome))
      if (!lines.has(outcome.name)) await lines.outcome(outcome);
    await lines.summary(head);
    await close();
    return file?.move(work.file(fileName)) ?? name;
  };

  return {
    begin: (start) => void inTurn(() => lines.run(start)),
    keep() {},
    async write(outcome) {
      try {
        await inTurn(() => lines.outcome(outcome));
      } catch (error) {
        // A started line cannot be written again.
        const bytes = outcome.items.reduce((sum, item) => sum + item.bytes, 0);
        throw sinkError(error, name, bytes);
      }
    },
    async complete(rest) {
      try {
        await last;
        return await end(rest);
      } catch (error) {
        failure = sinkError(error, name);
        throw failure;
      }
    },
    async salvage(rest) {
      // What a stream got of a line cannot be taken back.
      if (!file) throw failure;
      await close();
      work.remove(fileName);
      if (stored !== work) throw failure;
      return salvageDirectory({ work, content, place }, rest, file.top);
    },
    abort: close,
  };
}

function ndjsonLines(output: LineOutput, { content, stored }: Pick<Workshop, 'content' | 'stored'>) {
  const written = new Set<string>();
  const statuses = Object.fromEntries(outcomeStatuses.map((status) => [status, 0])) as Record<
    OutcomeStatus,
    number
  >;

  const line = async (value: NdjsonRun | NdjsonSummary): Promise<void> => {
    await output.write(JSON.stringify(value));
    await output.endLine();
  };

  return {
    run: (start: RunStart) => line({ type: 'run', ...runHead(start, tool) }),
    has: (name: string) => written.has(name),
    async outcome(outcome: Outcome): Promise<void> {
      const { items, ...rest } = outcome;
      await output.write(`${JSON.stringify(rest).slice(0, -1)},"items":[`);
      for (const [index, item] of items.entries()) {
        if (index > 0) await output.write(',');
        const { file, offset } = content.locate(item.path);
        for await (const piece of itemJson(item, stored.file(file), offset)) await output.write(piece);
      }
      await output.write(']}');
      await output.endLine();
      written.add(outcome.name);
      statuses[outcome.status] += 1;
    },
    summary({ finished, interrupted, notEntered, notes }: ManifestHead): Promise<void> {
      const ended = { finished, ...(interrupted !== undefined && { interrupted }), notEntered, notes };
      return line({ type: 'summary', ...ended, statuses });
    },
  };
}
