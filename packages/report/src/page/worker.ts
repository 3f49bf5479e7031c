import { type Blocks, blocksOf, post } from './block.js';
import { type ContentStore, contentStore } from './content-store.js';
import { type LineIndex, lineIndex } from './line-index.js';
import { marksOf, type StoredMarks } from './line-marks.js';
import type { FromWorker, Range, Request, ToWorker } from './protocol.js';
import { readTimeLine, type TimeLine } from './time-line.js';

const indexes = new Map<string, LineIndex>();
let blocks: Blocks | undefined;
let store: ContentStore | undefined;
let timeLine: Promise<TimeLine> | undefined;
let timeLineKey: string | undefined;
let takeMarks = (_marks: StoredMarks): void => {};
const stored = new Promise<StoredMarks>((resolve) => (takeMarks = resolve));

function indexOf(content: ContentStore, range: Range): LineIndex {
  const key = `${range.offset}:${range.bytes}`;
  const marks = async () => marksOf((await stored)[range.offset] ?? []);
  const index = indexes.get(key) ?? lineIndex(content, range, marks());
  indexes.set(key, index);
  return index;
}

async function answer(content: ContentStore, request: Request): Promise<unknown> {
  switch (request.kind) {
    case 'bytes':
      return await content.read(request.range);
    case 'rows':
      return await indexOf(content, request.range).rows(request.from, request.count);
    case 'size':
      return await indexOf(content, request.range).size();
    case 'row-of-line':
      return await indexOf(content, request.range).rowOfLine(request.line);
    case 'time-line': {
      const key = JSON.stringify(request);
      if (key !== timeLineKey)
        timeLine = readTimeLine(content, request.ranges, request.clock, request.filter);
      timeLineKey = key;
      return (await timeLine)?.size;
    }
    case 'time-line-gaps':
      return (await timeLine)?.gaps(request.least);
    case 'time-line-rows':
      return await (await timeLine)?.rows(request.from, request.count);
  }
}

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'start') {
    const all = blocksOf(data.layout, (number) => post<FromWorker>({ kind: 'need', number }));
    blocks = all;
    store = contentStore(data.layout.blockBytes, async (number) => {
      const { bytes, offset, start, end } = await all.block(number);
      return bytes.subarray(start - offset, end - offset);
    });
  } else if (data.kind === 'marks') takeMarks(data.marks);
  else if (data.kind === 'block') blocks?.take(data.number, data.base64);
  else if (store)
    answer(store, data.request).then(
      (result) => post<FromWorker>({ kind: 'answer', id: data.id, answer: result }),
      (error: unknown) => post<FromWorker>({ kind: 'failure', id: data.id, message: String(error) }),
    );
});
