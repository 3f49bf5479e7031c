import { type ContentStore, contentStore, mostInflated } from './content-store.js';
import { type LineIndex, lineIndex } from './line-index.js';
import type { FromWorker, Range, Request, ToWorker } from './protocol.js';
import { searchRanges } from './search.js';
import { readTimeLine, type TimeLine } from './time-line.js';

/** The worker's side of `postMessage`, which the types of a page lack. */
const post = (message: FromWorker): void =>
  (self as unknown as { postMessage(data: FromWorker): void }).postMessage(message);

const compressed = new Map<number, Promise<Uint8Array<ArrayBuffer>>>();
const arrived = new Map<number, (bytes: Uint8Array<ArrayBuffer>) => void>();
const indexes = new Map<string, LineIndex>();
let store: ContentStore | undefined;
let lastSearch = 0;
let timeLine: Promise<TimeLine> | undefined;

/** The compressed bytes of a block, which the page sends when it is asked. */
function compressedBlock(number: number): Promise<Uint8Array<ArrayBuffer>> {
  const known = compressed.get(number);
  if (known) return known;
  const bytes = new Promise<Uint8Array<ArrayBuffer>>((resolve) => arrived.set(number, resolve));
  compressed.set(number, bytes);
  post({ kind: 'need', number });
  return bytes;
}

async function inflatedBlock(number: number): Promise<Uint8Array> {
  const stream = new Blob([await compressedBlock(number)]).stream();
  const inflated = stream.pipeThrough(new DecompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(inflated).arrayBuffer());
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}

function indexOf(content: ContentStore, range: Range): LineIndex {
  const key = `${range.offset}:${range.bytes}`;
  const index = indexes.get(key) ?? lineIndex(content, range);
  indexes.set(key, index);
  return index;
}

/** Inflates blocks one after the other, until a search begins. */
async function warm(content: ContentStore, bytes: number): Promise<void> {
  const search = lastSearch;
  const most = Math.min(bytes, mostInflated * content.blockBytes);
  for await (const _ of content.parts({ offset: 0, bytes: most })) if (lastSearch !== search) return;
}

async function answer(content: ContentStore, id: number, request: Request): Promise<unknown> {
  switch (request.kind) {
    case 'rows':
      return await indexOf(content, request.range).rows(request.from, request.count);
    case 'size':
      return await indexOf(content, request.range).size();
    case 'row-of-line':
      return await indexOf(content, request.range).rowOfLine(request.line);
    case 'warm':
      return await warm(content, request.bytes);
    case 'search':
      lastSearch = id;
      return await searchRanges(
        content,
        request.text,
        request.ranges,
        (progress) => post({ kind: 'progress', id, progress }),
        () => lastSearch !== id,
      );
    case 'time-line':
      timeLine ??= readTimeLine(content, request.ranges, request.clock);
      return (await timeLine).size;
    case 'time-line-gaps':
      return (await timeLine)?.gaps(request.least);
    case 'time-line-rows':
      return await (await timeLine)?.rows(request.from, request.count);
  }
}

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'start') store = contentStore(data.blockBytes, inflatedBlock);
  else if (data.kind === 'block') arrived.get(data.number)?.(bytesOf(data.base64));
  else if (store)
    answer(store, data.id, data.request).then(
      (result) => post({ kind: 'answer', id: data.id, answer: result }),
      (error: unknown) => post({ kind: 'failure', id: data.id, message: String(error) }),
    );
});
