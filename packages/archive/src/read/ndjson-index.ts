import { isHostspecError, type JsonReader, jsonReader, type Outcome, shapes } from '@hostspec/spec';
import type { ArchiveIndex } from '../archive-index.js';
import { memberPath, shownPath } from '../archive-index.js';
import type { ArchiveLimits } from '../archive-limits.js';
import { invalidArchive, overLimit } from '../archive-limits.js';
import { manifestName, markerName } from '../manifest.js';
import { outcomeShape } from '../manifest-shape.js';
import { hasMetadata, metadataPath, metadataText } from '../metadata.js';
import { contentOf, type OpenFile } from './decompress.js';
import type { FileReader } from './file-reader.js';
import { createSpool, spooledFile } from './spool.js';

const beginning = '{"type":"run"';
// A string in V8 has at most half a GiB.
const longestLine = 500 * 1024 ** 2;

/**
 * Reads NDJSON of hostspec once from front to end, as if the same run were in a directory; content is in a
 * spool in `directory` until `close`. One line is in memory at a time.
 */
async function indexNdjson(file: OpenFile, limits: ArchiveLimits, directory: string): Promise<ArchiveIndex> {
  const { path } = file;
  const spool = createSpool(directory);
  const index: ArchiveIndex = { files: new Map(), links: new Map(), skipped: [], close: () => spool.close() };
  const add = async (name: string, content: Buffer): Promise<void> => {
    if (index.files.size >= limits.members) throw overLimit(path, limits, 'members');
    if (spool.position() + content.length > limits.bytes) throw overLimit(path, limits, 'bytes');
    const start = spool.position();
    await spool.append(content);
    index.files.set(name, spooledFile(spool, start, content.length));
  };
  try {
    await addLines(file, limits, index, add);
    return index;
  } catch (error) {
    await spool.close();
    if (isHostspecError(error)) throw error;
    throw invalidArchive(path, error instanceof Error ? error.message : String(error), error);
  }
}

/** Reads NDJSON of hostspec. */
export const ndjsonReader: FileReader = {
  reads: (start) => start.subarray(0, beginning.length).toString('latin1') === beginning,
  index: indexNdjson,
};

type Add = (name: string, content: Buffer) => Promise<void>;

async function addLines(file: OpenFile, limits: ArchiveLimits, index: ArchiveIndex, add: Add): Promise<void> {
  const { path } = file;
  // Content is not counted, because it is written out line by line. `keep` counts the rest of a line.
  const json = jsonReader({ characters: Number.POSITIVE_INFINITY, values: limits.jsonValues });
  let characters = 0;
  const keep = <T extends object>(value: T): T => {
    characters += JSON.stringify(value).length;
    if (characters > limits.jsonBytes) throw overLimit(path, limits, 'jsonBytes');
    return value;
  };
  let head: object | undefined;
  let summary: object | undefined;
  const outcomes: Outcome[] = [];
  let number = 0;
  for await (const line of linesOf(file)) {
    number += 1;
    const { type, ...rest } = parsed(path, number, line, json);
    if (summary) throw invalidArchive(path, `line ${number} comes after the summary`);
    if (number === 1) head = keep(rest);
    else if (type === 'summary') summary = keep(rest);
    else outcomes.push(keep(await keepContent(path, number, { type, ...rest }, limits, index, add)));
  }
  if (!head || !summary) throw invalidArchive(path, 'it is truncated: the summary at its end is missing');
  const { statuses, ...end } = summary as { statuses?: unknown };
  const counts = shapes.isObject(statuses) ? Object.values(statuses) : [];
  const counted = counts.reduce((sum: number, count) => sum + (typeof count === 'number' ? count : 0), 0);
  if (shapes.isObject(statuses) && counted !== outcomes.length)
    throw invalidArchive(path, `it has ${outcomes.length} outcomes, but its summary says ${counted}`);
  for (const outcome of outcomes)
    if (hasMetadata(outcome)) await add(metadataPath(outcome.name), Buffer.from(metadataText(outcome) ?? ''));
  await add(markerName, Buffer.alloc(0));
  await add(manifestName, Buffer.from(JSON.stringify({ ...head, ...end, outcomes })));
}

/** Adds the content of an outcome's items; resolves to the outcome without it. */
async function keepContent(
  path: string,
  number: number,
  outcome: Record<string, unknown>,
  limits: ArchiveLimits,
  { files, skipped }: ArchiveIndex,
  add: Add,
): Promise<Outcome> {
  const problem = outcomeShape(outcome, `line ${number}`);
  if (problem !== undefined) throw invalidArchive(path, problem);
  const items: object[] = [];
  for (const { text, base64, ...item } of outcome.items as unknown as (Record<string, unknown> & {
    path: string;
  })[]) {
    items.push(item);
    const place = memberPath(item.path, limits.depth);
    if ('reason' in place) skipped.push({ path: shownPath(item.path), reason: place.reason });
    else if (files.has(`data/${place.path}`))
      skipped.push({ path: shownPath(item.path), reason: 'an earlier member has the same path' });
    else if (typeof text === 'string') await add(`data/${place.path}`, Buffer.from(text));
    else if (typeof base64 === 'string') await add(`data/${place.path}`, Buffer.from(base64, 'base64'));
  }
  return { ...outcome, items } as unknown as Outcome;
}

function parsed(path: string, number: number, line: string, json: JsonReader): Record<string, unknown> {
  let value: unknown;
  try {
    value = json.read(line);
  } catch (error) {
    throw invalidArchive(path, `line ${number}: ${error instanceof Error ? error.message : error}`, error);
  }
  if (!shapes.isObject(value)) throw invalidArchive(path, `line ${number} is not an object`);
  return value;
}

async function* linesOf(file: OpenFile): AsyncGenerator<string> {
  let pieces: Buffer[] = [];
  let length = 0;
  const take = (): string => {
    const line = Buffer.concat(pieces).toString();
    pieces = [];
    length = 0;
    return line;
  };
  const keep = (piece: Buffer): void => {
    pieces.push(piece);
    length += piece.length;
    if (length > longestLine)
      throw invalidArchive(
        file.path,
        `it has a line of more than ${longestLine} bytes; use a directory or a tar for such content`,
      );
  };
  for await (const chunk of contentOf(file)) {
    let from = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      keep(chunk.subarray(from, end));
      yield take();
      from = end + 1;
    }
    keep(chunk.subarray(from));
  }
  if (length > 0) yield take();
}
