import type { ContentStore } from './content-store.js';
import { type LogClock, logTimeOf, timeLength } from './log-time.js';
import type { Range, TimeLineGap, TimeLineRow, TimeLineSize } from './protocol.js';

/** The lines of several logs, in the order of their times. */
export interface TimeLine {
  readonly size: TimeLineSize;
  /** The longest times without a line, at least this many milliseconds, in their order. */
  gaps(least: number): TimeLineGap[];
  rows(from: number, count: number): Promise<TimeLineRow[]>;
}

interface Entry {
  readonly time: number;
  /** The number of the range. */
  readonly range: number;
  /** Counted from 1. */
  readonly line: number;
  /** Where the line is in the content of all blocks. */
  readonly offset: number;
  readonly bytes: number;
}

/** More lines would need more memory than a page should have. */
const mostLines = 500_000;
const mostGaps = 20;
const longestText = 500;
const newline = 10;

/** Reads all lines of ranges that begin with a time. */
export async function readTimeLine(
  store: ContentStore,
  ranges: readonly Range[],
  clock: LogClock,
  most = mostLines,
): Promise<TimeLine> {
  const entries: Entry[] = [];
  let lines = 0;
  for (const [range, { offset, bytes }] of ranges.entries())
    await eachLine(store, { offset, bytes }, (line) => {
      const time = logTimeOf(line.head, clock);
      if (time === undefined) return;
      lines++;
      if (entries.length < most)
        entries.push({ time, range, line: line.number, offset: offset + line.offset, bytes: line.bytes });
    });
  // The sort is stable: lines of one time stay in their order.
  entries.sort((a, b) => a.time - b.time);
  return {
    size: { count: entries.length, left: lines - entries.length },
    gaps: (least) => gapsOf(entries, least),
    async rows(from, count) {
      const rows: TimeLineRow[] = [];
      for (const { time, range, line, offset, bytes } of entries.slice(from, from + count)) {
        const text = await store.read({ offset, bytes: Math.min(bytes, longestText) });
        rows.push({
          time,
          range,
          line,
          text: new TextDecoder().decode(text) + (bytes > longestText ? '…' : ''),
        });
      }
      return rows;
    },
  };
}

function gapsOf(entries: readonly Entry[], least: number): TimeLineGap[] {
  const gaps = entries.flatMap(({ time }, at): TimeLineGap[] => {
    const from = entries[at - 1]?.time ?? time;
    return time - from >= least ? [{ at, from, to: time }] : [];
  });
  return gaps
    .sort((a, b) => b.to - b.from - (a.to - a.from))
    .slice(0, mostGaps)
    .sort((a, b) => a.at - b.at);
}

interface Line {
  /** The first characters. */
  readonly head: string;
  /** Counted from 1. */
  readonly number: number;
  /** Bytes from the start of the range. */
  readonly offset: number;
  readonly bytes: number;
}

/** Reads a range block by block; of each line, only the first bytes are decoded. */
async function eachLine(store: ContentStore, range: Range, use: (line: Line) => void): Promise<void> {
  const decoder = new TextDecoder();
  const head = new Uint8Array(timeLength);
  let [filled, number, start, at] = [0, 1, 0, 0];
  const end = (stop: number): void => {
    use({ head: decoder.decode(head.subarray(0, filled)), number, offset: start, bytes: stop - start });
    [filled, number, start] = [0, number + 1, stop + 1];
  };
  for await (const part of store.parts(range)) {
    for (let from = 0; from < part.length; ) {
      const found = part.indexOf(newline, from);
      const stop = found === -1 ? part.length : found;
      const first = part.subarray(from, Math.min(stop, from + timeLength - filled));
      head.set(first, filled);
      filled += first.length;
      if (found !== -1) end(at + found);
      from = stop + 1;
    }
    at += part.length;
  }
  if (start < range.bytes) end(range.bytes);
}
