import type { LogClock } from './log-time.js';
import type {
  Found,
  FromSearcher,
  FromWorker,
  Layout,
  PieceHits,
  Range,
  Request,
  Row,
  SearchedBlock,
  SearchProgress,
  Span,
  TimeLineFilter,
  TimeLineGap,
  TimeLineRow,
  TimeLineSize,
  ToSearcher,
  ToWorker,
} from './protocol.js';
import { mostFound, mostOfRange } from './search.js';
import searcherText from './searcher.js?page';
import workerText from './worker.js?page';

// The policy of the page allows these script addresses, and no text of the host becomes markup.
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
const policy = trustedTypes?.createPolicy('hostspec', { createScriptURL: (own) => own });

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

/** What the workers found, joined in the order of the content. */
interface MergedSearch {
  /** Takes searched blocks, in any order, and reports what follows on what was reported. */
  add(searched: readonly SearchedBlock[]): void;
}

/** Joins the results of this many blocks; a line that goes through several blocks counts once. */
export function mergedSearch(blocks: number, report: (progress: SearchProgress) => void): MergedSearch {
  const waiting = new Map<number, readonly PieceHits[]>();
  let next = 0;
  let [count, kept] = [0, 0];
  let range = -1;
  /** Lines of the range before the piece, how many of its lines are kept, and whether the line before was found. */
  let [line, ofRange, isFound] = [0, 0, false];

  const take = (piece: PieceHits): Found[] => {
    if (piece.range !== range) [range, line, ofRange, isFound] = [piece.range, 1, 0, false];
    const isAgain = isFound && piece.startsInLine;
    count += piece.count - (isAgain ? 1 : 0);
    const most = Math.max(0, Math.min(mostOfRange - ofRange, mostFound - kept));
    const found = piece.found
      .slice(isAgain ? 1 : 0)
      .slice(0, most)
      .map((hit) => ({ range, ...hit, line: line + hit.line }));
    ofRange += found.length;
    kept += found.length;
    line += piece.breaks;
    isFound = piece.endsInLine || (isFound && piece.breaks === 0);
    return found;
  };
  return {
    add(searched) {
      for (const { number, pieces } of searched) waiting.set(number, pieces);
      const found: Found[] = [];
      for (let pieces = waiting.get(next); pieces; pieces = waiting.get(next)) {
        for (const piece of pieces) found.push(...take(piece));
        waiting.delete(next++);
      }
      report({ found, count, searched: next / Math.max(1, blocks), done: next === blocks });
    },
  };
}

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string };
}

/** A message of a worker that needs the text of a block. */
interface Need {
  readonly kind: 'need';
  readonly number: number;
}

/** Messages to a worker, which is ended when the page is. */
interface StartedWorker<To> {
  post(message: To): void;
}

/** Starts a worker from its script, and sends it the blocks that it asks for; `take` gets its other messages. */
function startWorker<To, From extends { readonly kind: string }>(
  script: string,
  take: (message: Exclude<From, Need>) => void,
): StartedWorker<To | { readonly kind: 'block'; readonly number: number; readonly base64: string }> {
  const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  const worker = new Worker(policy ? policy.createScriptURL(url) : url);
  worker.addEventListener('message', ({ data }: MessageEvent<Need | Exclude<From, Need>>) => {
    if (!isNeed(data)) take(data);
    else {
      const { number } = data;
      void dataText(`block-${number}`).then((base64) =>
        worker.postMessage({ kind: 'block', number, base64 }),
      );
    }
  });
  return { post: (message) => worker.postMessage(message) };
}

function isNeed(message: { readonly kind: string }): message is Need {
  return message.kind === 'need';
}

/** The text of an element with data, once the browser has read all of it. */
async function dataText(id: string): Promise<string> {
  const complete = (): HTMLElement | undefined => {
    const element = document.getElementById(id);
    return element && (element.nextElementSibling || document.readyState !== 'loading') ? element : undefined;
  };
  if (!complete() && document.readyState === 'loading')
    await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }));
  return complete()?.textContent ?? '';
}
