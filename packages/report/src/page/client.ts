import type { LogClock } from './log-time.js';
import { type MergedSearch, mergedSearch } from './merge-search.js';
import type {
  FromSearcher,
  FromWorker,
  Layout,
  Range,
  Request,
  Row,
  SearchProgress,
  Span,
  TimeLineFilter,
  TimeLineGap,
  TimeLineRow,
  TimeLineSize,
  ToSearcher,
  ToWorker,
} from './protocol.js';
import searcherText from './searcher.js?page';
import { dataText, startWorker } from './start-worker.js';
import workerText from './worker.js?page';

/** The content of the report, read in a worker. */
export interface Content {
  bytes(range: Range): Promise<Uint8Array<ArrayBuffer>>;
  rows(range: Range, from: number, count: number): Promise<Row[]>;
  size(range: Range): Promise<{ readonly rows: number; readonly lines: number }>;
  rowOfLine(range: Range, line: number): Promise<number>;
  /** Reads the logs, unless these were the last; then gaps and rows can be asked for. */
  timeLine(ranges: readonly Range[], clock: LogClock, filter: TimeLineFilter): Promise<TimeLineSize>;
  /** The longest gaps of at least this many milliseconds. */
  timeLineGaps(least: number): Promise<TimeLineGap[]>;
  timeLineRows(from: number, count: number): Promise<TimeLineRow[]>;
}

interface Pending {
  resolve(answer: never): void;
  reject(error: Error): void;
}

/** Starts the worker that reads content. */
export function startContent(layout: Layout): Content {
  const pending = new Map<number, Pending>();
  let last = 0;
  const worker = startWorker<ToWorker, FromWorker>(workerText, (message) => {
    if (message.kind === 'answer') pending.get(message.id)?.resolve(message.answer as never);
    else pending.get(message.id)?.reject(new Error(message.message));
    pending.delete(message.id);
  });
  worker.post({ kind: 'start', layout });
  // A report that was cut has no marks.
  void dataText('marks').then((text) => worker.post({ kind: 'marks', marks: JSON.parse(text || '{}') }));
  const ask = <T>(request: Request): Promise<T> =>
    new Promise((resolve, reject) => {
      const id = ++last;
      pending.set(id, { resolve, reject });
      worker.post({ kind: 'request', id, request });
    });
  return {
    bytes: (range) => ask({ kind: 'bytes', range }),
    rows: (range, from, count) => ask({ kind: 'rows', range, from, count }),
    size: (range) => ask({ kind: 'size', range }),
    rowOfLine: (range, line) => ask({ kind: 'row-of-line', range, line }),
    timeLine: (ranges, clock, filter) => ask({ kind: 'time-line', ranges, clock, filter }),
    timeLineGaps: (least) => ask({ kind: 'time-line-gaps', least }),
    timeLineRows: (from, count) => ask({ kind: 'time-line-rows', from, count }),
  };
}

/** The search over all content. */
export interface Search {
  /** Prepares for a search, which is faster then. */
  warm(): void;
  /** Ends the search before it. Searches the ranges in `only`. */
  start(
    text: string,
    only: Span,
    report: (progress: SearchProgress) => void,
    fail: (message: string) => void,
  ): void;
}

// More would not be noticeably faster, and each takes memory.
const mostSearchers = 8;

/** The search over ranges that follow each other, divided between as many workers as there are processors. */
export function startSearch(layout: Layout, ranges: readonly Range[]): Search {
  const blocks = Math.ceil(layout.bytes / layout.blockBytes);
  const step = Math.max(1, Math.min(navigator.hardwareConcurrency || 2, mostSearchers, blocks));
  let id = 0;
  let merged: MergedSearch | undefined;
  let failed: ((message: string) => void) | undefined;
  const take = (message: Exclude<FromSearcher, { kind: 'need' }>): void => {
    if (message.id !== id) return;
    if (message.kind === 'searched') merged?.add(message.blocks);
    else failed?.(message.message);
  };
  const started = () =>
    Array.from({ length: step }, (_, first) => {
      const worker = startWorker<ToSearcher, FromSearcher>(searcherText, take);
      worker.post({ kind: 'start', layout, ranges, first, step });
      return worker;
    });
  let workers: ReturnType<typeof started> | undefined;
  return {
    warm() {
      workers ??= started();
    },
    start(text, only, report, fail) {
      workers ??= started();
      id++;
      merged = mergedSearch(blocks, report);
      failed = fail;
      if (blocks === 0) merged.add([]);
      for (const worker of workers) worker.post({ kind: 'search', id, text, only });
    },
  };
}
