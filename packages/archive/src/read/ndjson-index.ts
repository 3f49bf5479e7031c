import { isObject, type JsonReader, jsonReader } from '@hostspec/host-kit';
import { isHostspecError, messageOf, type Outcome } from '@hostspec/spec';
import type { ArchiveFile, ArchiveIndex, SkippedMember } from '../archive-index.js';
import { memberPath, shownPath } from '../archive-index.js';
import type { ArchiveLimits } from '../archive-limits.js';
import { invalidArchive, overLimit } from '../archive-limits.js';
import { hasMetadata, manifestName, markerName, metadataPath, metadataText } from '../manifest.js';
import { outcomeShape } from '../manifest-shape.js';
import { again, contentOf, type OpenFile } from './decompress.js';
import type { FileReader } from './member.js';
import { type ContentWriter, linesWithoutContent } from './ndjson-lines.js';
import { type Held, holdBytes, spooledFile } from './spool.js';

const beginning = '{"type":"run"';

/**
 * Reads hostspec's NDJSON once, front to end, as if the same run were in a directory. Content is held until `close`: in memory, and what is
 * more in a spool in `directory`. Of the lines, only one is in memory at a time, without its content.
 */
async function indexNdjson(file: OpenFile, limits: ArchiveLimits, directory: string): Promise<ArchiveIndex> {
  const { path } = file;
  const spool = holdBytes(directory);
  const index: ArchiveIndex = { files: new Map(), links: new Map(), skipped: [], close: () => spool.close() };
  const add = async (name: string, content: Buffer): Promise<void> => {
    if (index.files.size >= limits.members) throw overLimit(path, limits, 'members');
    if (spool.position() + content.length > limits.bytes) throw overLimit(path, limits, 'bytes');
    const start = spool.position();
    await spool.append(content);
    index.files.set(name, spooledFile(spool, start, content.length));
  };
  try {
    await addLines(file, limits, index, add, lineContents(file, limits, spool));
    return index;
  } catch (error) {
    await spool.close();
    if (isHostspecError(error)) throw error;
    throw invalidArchive(path, messageOf(error), error);
  }
}

/** Reads NDJSON of hostspec. */
export const ndjsonReader: FileReader = {
  reads: (start) => start.subarray(0, beginning.length).toString('latin1') === beginning,
  index: indexNdjson,
};

type Add = (name: string, content: Buffer) => Promise<void>;

interface LineContents extends ContentWriter {
  /** The content that a text in the line stands for. */
  find(text: unknown): ArchiveFile | undefined;
  clear(): void;
}

function lineContents({ path }: OpenFile, limits: ArchiveLimits, spool: Held): LineContents {
  let found: ArchiveFile[] = [];
  let start = 0;
  return {
    begin() {
      start = spool.position();
    },
    async write(bytes) {
      if (spool.position() + bytes.length > limits.bytes) throw overLimit(path, limits, 'bytes');
      await spool.append(bytes);
    },
    end: () => String(found.push(spooledFile(spool, start, spool.position() - start)) - 1),
    find: (text) => (typeof text === 'string' ? found[Number(text)] : undefined),
    clear() {
      found = [];
    },
  };
}

async function addLines(
  file: OpenFile,
  limits: ArchiveLimits,
  index: ArchiveIndex,
  add: Add,
  contents: LineContents,
): Promise<void> {
  const { path } = file;
  // `values` does not count content, which is written out line by line; `keep` counts the rest of a line.
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
  const skipped: SkippedMember[] = [];
  let number = 0;
  const tooLong = (): Error => overLimit(path, limits, 'jsonBytes');
  for await (const line of linesWithoutContent(contentOf(file), contents, limits.jsonBytes, tooLong)) {
    number += 1;
    const { type, ...rest } = parsed(path, number, line, json);
    if (summary) throw invalidArchive(path, `line ${number} comes after the summary`);
    if (number === 1) head = keep(rest);
    else if (type === 'summary') summary = keep(rest);
    else {
      const outcome = { type, ...rest };
      const wrong = outcomeShape(outcome, 'it');
      if (wrong === undefined) outcomes.push(keep(keepContent(path, outcome, limits, index, contents)));
      else skipped.push({ path: `line ${number}`, reason: wrong });
      contents.clear();
    }
  }
  if (!head || !summary)
    throw invalidArchive(path, `it is truncated: the summary at its end is missing; ${again}`);
  const { statuses, ...end } = summary as { statuses?: unknown };
  const counts = isObject(statuses) ? Object.values(statuses) : [];
  const counted = counts.reduce((sum: number, count) => sum + (typeof count === 'number' ? count : 0), 0);
  const found = outcomes.length + skipped.length;
  if (isObject(statuses) && counted !== found)
    throw invalidArchive(path, `it has ${found} outcomes, but its summary says ${counted}`);
  for (const member of skipped) index.skipped.push(member);
  for (const outcome of outcomes)
    if (hasMetadata(outcome)) await add(metadataPath(outcome.name), Buffer.from(metadataText(outcome) ?? ''));
  await add(markerName, Buffer.alloc(0));
  await add(manifestName, Buffer.from(JSON.stringify({ ...head, ...end, outcomes })));
}

/** Adds the content of an outcome's items. Returns the outcome without it. */
function keepContent(
  path: string,
  outcome: Record<string, unknown>,
  limits: ArchiveLimits,
  { files, skipped }: ArchiveIndex,
  contents: LineContents,
): Outcome {
  const items: object[] = [];
  for (const { text, base64, ...item } of outcome.items as unknown as (Record<string, unknown> & {
    path: string;
  })[]) {
    items.push(item);
    const content = contents.find(text ?? base64);
    const place = memberPath(item.path, limits.depth);
    if ('reason' in place) skipped.push({ path: shownPath(item.path), reason: place.reason });
    else if (files.has(`data/${place.path}`))
      skipped.push({ path: shownPath(item.path), reason: 'an earlier member has the same path' });
    else if (files.size >= limits.members) throw overLimit(path, limits, 'members');
    else if (content) files.set(`data/${place.path}`, content);
  }
  return { ...outcome, items } as unknown as Outcome;
}

function parsed(path: string, number: number, line: string, json: JsonReader): Record<string, unknown> {
  let value: unknown;
  try {
    value = json.read(line);
  } catch (error) {
    throw invalidArchive(path, `line ${number}: ${messageOf(error)}; ${again}`, error);
  }
  if (!isObject(value)) throw invalidArchive(path, `line ${number} is not an object`);
  return value;
}
