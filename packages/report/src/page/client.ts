import type { LogClock } from './log-time.js';
import type {
  FromWorker,
  Range,
  Request,
  Row,
  SearchProgress,
  TimeLineGap,
  TimeLineRow,
  TimeLineSize,
  ToWorker,
} from './protocol.js';
import workerText from './worker.js?page';

/** The content of the report, read in a worker. */
export interface Content {
  rows(range: Range, from: number, count: number): Promise<Row[]>;
  size(range: Range): Promise<{ readonly rows: number; readonly lines: number }>;
  rowOfLine(range: Range, line: number): Promise<number>;
  /** Prepares for a search over this many bytes. */
  warm(bytes: number): void;
  /** Ends the search before it. */
  search(text: string, ranges: readonly Range[], report: (progress: SearchProgress) => void): Promise<void>;
  /** Reads the logs, the first time; then gaps and rows can be asked for. */
  timeLine(ranges: readonly Range[], clock: LogClock): Promise<TimeLineSize>;
  /** The longest gaps of at least this many milliseconds. */
  timeLineGaps(least: number): Promise<TimeLineGap[]>;
  timeLineRows(from: number, count: number): Promise<TimeLineRow[]>;
}

interface Pending {
  resolve(answer: never): void;
  reject(error: Error): void;
  progress?(progress: SearchProgress): void;
}

/** Starts the worker. Blocks are sent to it when it asks for them. */
export function startContent(blockBytes: number): Content {
  const worker = startWorker();
  const pending = new Map<number, Pending>();
  let last = 0;
  const post = (message: ToWorker): void => worker.postMessage(message);

  const ask = <T>(request: Request, progress?: Pending['progress']): Promise<T> =>
    new Promise((resolve, reject) => {
      const id = ++last;
      pending.set(id, { resolve, reject, ...(progress && { progress }) });
      post({ kind: 'request', id, request });
    });

  worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
    if (data.kind === 'need') {
      void blockText(data.number).then((base64) => post({ kind: 'block', number: data.number, base64 }));
      return;
    }
    const { id } = data;
    if (data.kind === 'progress') pending.get(id)?.progress?.(data.progress);
    else {
      if (data.kind === 'answer') pending.get(id)?.resolve(data.answer as never);
      else pending.get(id)?.reject(new Error(data.message));
      pending.delete(id);
    }
  });
  post({ kind: 'start', blockBytes });

  return {
    rows: (range, from, count) => ask({ kind: 'rows', range, from, count }),
    size: (range) => ask({ kind: 'size', range }),
    rowOfLine: (range, line) => ask({ kind: 'row-of-line', range, line }),
    warm: (bytes) => void ask({ kind: 'warm', bytes }).catch(() => {}),
    search: (text, ranges, report) => ask({ kind: 'search', text, ranges }, report),
    timeLine: (ranges, clock) => ask({ kind: 'time-line', ranges, clock }),
    timeLineGaps: (least) => ask({ kind: 'time-line-gaps', least }),
    timeLineRows: (from, count) => ask({ kind: 'time-line-rows', from, count }),
  };
}

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string };
}

function startWorker(): Worker {
  const url = URL.createObjectURL(new Blob([workerText], { type: 'text/javascript' }));
  // The policy of the page allows this one script address, and no text of the host becomes markup.
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy('hostspec', { createScriptURL: (own) => own });
  return new Worker(policy ? policy.createScriptURL(url) : url);
}

/** The text of a block, once the browser has read all of it. The worker keeps it, so the page does not. */
async function blockText(number: number): Promise<string> {
  const complete = (): HTMLElement | undefined => {
    const element = document.getElementById(`block-${number}`);
    return element && (element.nextElementSibling || document.readyState !== 'loading') ? element : undefined;
  };
  if (!complete() && document.readyState === 'loading')
    await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }));
  const element = complete();
  const text = element?.textContent ?? '';
  element?.remove();
  return text;
}
