import { isUtf8 } from 'node:buffer';
import { closeSync, read } from 'node:fs';
import { promisify } from 'node:util';
import { type Item, type Outcome, type OutcomeStatus, outcomeStatuses, type RunStart } from '@hostspec/spec';
import { type ManifestHead, type RunHead, runHead } from '../manifest.js';
import { ndjsonReader } from '../read/ndjson-index.js';
import { sinkError } from '../sink-error.js';
import { tool } from './complete-run.js';
import { salvageDirectory } from './directory-format.js';
import type { FileFormat, FilePlace, FinishedRun, Format, Workshop } from './format.js';
import { type LineOutput, lineOutput, openPatiently } from './patience.js';
import { treeStore } from './stores.js';

const readAsync = promisify(read);

// A multiple of three, so that pieces of base64 join.
const pieceSize = 192 * 1024;

// \b \t \n \f \r. Other control characters take six characters in JSON.
const shortEscapes = new Set([8, 9, 10, 12, 13]);

// So many control characters never make a line too long.
const escapedAlways = 4 * 1024 * 1024;

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

/** The JSON of an item in pieces, with its content as `text`, or as `base64` if it is not UTF-8. */
async function* itemJson(item: Item, path: string, start: number): AsyncGenerator<string> {
  const opening = JSON.stringify(item).slice(0, -1);
  const fd = await openPatiently(path);
  try {
    const encode = (await isText(fd, start, item.bytes)) ? textEncoder() : base64;
    yield `${opening},"${encode === base64 ? 'base64' : 'text'}":"`;
    for await (const piece of pieces(fd, start, item.bytes)) yield encode(piece);
    yield '"}';
  } finally {
    closeSync(fd);
  }
}

async function* pieces(fd: number, start: number, size: number): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafe(Math.min(size, pieceSize));
  for (let offset = 0; offset < size; ) {
    const length = Math.min(pieceSize, size - offset);
    for (let filled = 0; filled < length; ) {
      const { bytesRead } = await readAsync(fd, buffer, filled, length - filled, start + offset + filled);
      if (bytesRead === 0) throw new Error(`content ended at ${offset + filled} of ${size} bytes`);
      filled += bytesRead;
    }
    yield buffer.subarray(0, length);
    offset += length;
  }
}

/** Loops by index: an iterator takes six times as long. */
function escapedIn(piece: Uint8Array): number {
  let escaped = 0;
  for (let index = 0; index < piece.length; index++) {
    const byte = piece[index] as number;
    if (byte < 0x20 && !shortEscapes.has(byte)) escaped++;
  }
  return escaped;
}

/**
 * Decides before anything is written, because the key comes first. Content with millions of control characters, such as the zeros of a
 * sparse log, is not text: escaping them would make a line too long for any reader.
 */
async function isText(fd: number, start: number, size: number): Promise<boolean> {
  if (size <= pieceSize) {
    for await (const piece of pieces(fd, start, size)) return isUtf8(piece);
    return true;
  }
  const mostEscaped = Math.max(size / 16, escapedAlways);
  let escaped = 0;
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    for await (const piece of pieces(fd, start, size)) {
      decoder.decode(piece, { stream: true });
      escaped += escapedIn(piece);
      if (escaped > mostEscaped) return false;
    }
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

function textEncoder(): (piece: Buffer) => string {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  return (piece) => JSON.stringify(decoder.decode(piece, { stream: true })).slice(1, -1);
}

function base64(piece: Buffer): string {
  return piece.toString('base64');
}
