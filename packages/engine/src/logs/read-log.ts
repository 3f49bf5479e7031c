import { bytesText, isKeptEnd, type Packing } from '@hostspec/host-kit';
import type { Account, CollectingHost, Cut, FileFacts, Item, TakePiece } from '@hostspec/spec';
import { firstLine, firstStamp } from './bisect.js';
import type { ReadPart } from './line-heads.js';
import { lineWindow } from './line-window.js';
import { newestBytes } from './newest-bytes.js';
import type { Room } from './room.js';
import { type StampOf, stampReader } from './stamps.js';
import { unpack, unpackLimits } from './unpack.js';
import type { Window } from './window.js';
import type { Zone } from './zone.js';

/** How a file of a log is read. */
export interface LogRead {
  readonly facts: FileFacts;
  readonly packing: Packing | undefined;
  readonly window: Window | undefined;
  readonly zone: Zone;
  /** The most bytes: the newest ones. */
  readonly maxBytes: number;
  /** Limits the unpacked content in memory. */
  readonly memory: Room;
  /** Called once with what was in the window. */
  readonly found: (found: Found) => void;
}

/** The part of a file that is in the window. */
export interface Found {
  /** How that was decided. */
  readonly by: 'stamps' | 'modified';
  /** Bytes that lie outside. */
  readonly outside: number;
  readonly isInside: boolean;
}

/** A log on its way to the sink. */
export interface LogFile extends LogRead {
  readonly host: CollectingHost;
  readonly path: string;
  readonly by: Account | undefined;
  readonly raw: boolean | undefined;
}

/** How a log was read. */
export interface LogEnd extends Pick<Item, 'packed'> {
  readonly cut?: Cut | undefined;
}

/** Gives the newest part of a log that is in the window. @throws HostError. */
export async function readLog(file: LogFile, take: TakePiece): Promise<LogEnd> {
  const { window, facts } = file;
  // Files of archives have no times.
  const stampOf = stampReader(file.zone, facts.modified === 0 ? Date.now() : facts.modified);
  if (file.packing !== undefined) return readPacked(file, stampOf, take);
  const first =
    window === undefined || file.raw ? undefined : await firstStamp(readerOf(file), facts.size, stampOf);
  if (window === undefined || first === undefined) {
    const isInside = isModifiedIn(window, facts);
    file.found({ by: 'modified', outside: isInside ? 0 : facts.size, isInside });
    return isInside ? await readPlain(file, undefined, take) : {};
  }
  const { from, to } = await linesIn(window, file, first, stampOf);
  const bytes = Math.max(0, (to ?? facts.size) - from);
  file.found({ by: 'stamps', outside: facts.size - bytes, isInside: bytes > 0 });
  if (bytes === 0) return {};
  return readPlain(file, from === 0 && to === undefined ? undefined : { from, to }, take);
}

/** Whether a file whose lines have no times counts as inside of a window. */
function isModifiedIn(window: Window | undefined, { modified }: FileFacts): boolean {
  if (window === undefined || modified === 0) return true;
  const { since = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY } = window;
  return modified >= since && modified <= until;
}

function readerOf({ host, path, by }: LogFile): ReadPart {
  return async (from, to) => {
    const pieces: Uint8Array[] = [];
    const take = (piece: Uint8Array): void => void pieces.push(new Uint8Array(piece));
    await host.readInto(path, take, { raw: true, by, part: { from, to } });
    return Buffer.concat(pieces);
  };
}

async function linesIn(
  { since, until }: Window,
  file: LogFile,
  first: number,
  stampOf: StampOf,
): Promise<{ readonly from: number; readonly to: number | undefined }> {
  const { size } = file.facts;
  const read = readerOf(file);
  const begin =
    since === undefined ? first : await firstLine(read, { from: 0, size }, stampOf, (time) => time >= since);
  const end =
    until === undefined
      ? size
      : await firstLine(read, { from: begin, size }, stampOf, (time) => time > until);
  // Lines before the first time of a file belong to that time.
  return { from: begin === first ? 0 : begin, to: end < size ? end : undefined };
}

async function readPlain(
  { host, path, by, raw, maxBytes }: LogFile,
  part: { readonly from: number; readonly to: number | undefined } | undefined,
  take: TakePiece,
): Promise<LogEnd> {
  let bytes = 0;
  const counted: TakePiece = (piece) => {
    bytes += piece.length;
    return take(piece);
  };
  const cut = await host.readInto(path, counted, { raw, by, maxBytes, part });
  if (cut === undefined) return {};
  // A host may also stop reading early, and then says so.
  return { cut: isKeptEnd(cut, bytes) ? newestCut(bytes, cut.originalBytes) : cut };
}

/** Says that only the newest part of some content is kept. */
function newestCut(kept: number, originalBytes: number): Cut {
  return { reason: `newest ${bytesText(kept)} of ${bytesText(originalBytes)}`, originalBytes };
}

async function readPacked(file: LogFile, stampOf: StampOf, take: TakePiece): Promise<LogEnd> {
  const { maxBytes, memory } = file;
  // A limit that no packed file reaches needs no memory.
  if (maxBytes >= unpackLimits.bytes)
    return unpackWindow(file, stampOf, { add: take, end: async () => undefined });
  const room = await memory.take(maxBytes);
  try {
    const newest = newestBytes(room);
    return await unpackWindow(file, stampOf, {
      add: newest.add,
      async end() {
        let kept = 0;
        for (const piece of newest.take()) {
          kept += piece.length;
          await take(piece);
        }
        return kept < newest.bytes() ? newestCut(kept, newest.bytes()) : undefined;
      },
    });
  } finally {
    memory.free(room);
  }
}

/** Takes the unpacked content that is in the window. */
interface WindowTaker {
  readonly add: TakePiece;
  /** Called at the end if anything is in the window; returns how that was cut. */
  end(): Promise<Cut | undefined>;
}

async function unpackWindow(file: LogFile, stampOf: StampOf, taker: WindowTaker): Promise<LogEnd> {
  const { window, facts, packing = 'gzip' } = file;
  const filter = window && lineWindow(stampOf, window);
  let all = 0;
  let given = 0;
  const add = async (parts: readonly Uint8Array[]): Promise<void> => {
    for (const part of parts) {
      given += part.length;
      await taker.add(part);
    }
  };
  const log = { path: file.path, packing, size: facts.size, by: file.by };
  const { packed, cut } = await unpack(file.host, log, (piece) => {
    all += piece.length;
    return add(filter?.push(piece) ?? [piece]);
  });
  await add(filter?.end() ?? []);
  const by = filter?.hasStamps() ? 'stamps' : 'modified';
  const isInside = by === 'stamps' ? given > 0 : isModifiedIn(window, facts);
  file.found({ by, outside: isInside ? all - given : all, isInside });
  if (!isInside) return {};
  const newest = await taker.end();
  const reasons = [newest?.reason, cut].filter((reason) => reason !== undefined);
  return { packed, ...(reasons.length === 0 ? {} : { cut: { ...newest, reason: reasons.join('; ') } }) };
}
